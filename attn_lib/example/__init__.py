"""The running example, on which the lessons show the maths. The maths knows none of it.

================  ==================================================================
``lexicon``       what each word says by itself, in named numbers
``tokens``        how a sentence is cut
``embedding``     X of a sentence
``designed``      W_Q, W_K, W_V and W_O, made by hand so that they have a reading
``sentences``     lesson 07's task
``minilm``        what of a real model ships with the library, for lesson 08
================  ==================================================================
"""
