"""The questions of ``predict``: what is asked before a lesson measures it.

Every answer has its own reply, and the tempting ones most of all: a reply says why an
answer is not right, and leaves the measurement to the lesson.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

from ..words import N_, _


class Answer(NamedTuple):
    """An answer to choose, and what to say to it; both are marked."""

    text: str
    reply: str


@dataclass(frozen=True)
class Choice:
    """A question with answers to choose from.

    Attributes
    ----------
    question : str
        Marked, as all texts here are.
    right : str
        The id of the answer that is right.
    answers : dict of str to Answer
        By their ids, in the order in which they are shown.
    """

    question: str
    right: str
    answers: dict

    @property
    def plain(self):
        """The question as text, for where there are no buttons."""
        return "\n".join(
            [_(self.question), *(f"  ( ) {_(a.text)}" for a in self.answers.values())]
        )

    def judge(self, answer):
        """Return whether the answer with this id is right, and the reply to it."""
        if answer not in self.answers:
            answers = ", ".join(map(repr, self.answers))
            raise ValueError(f"answer: expected one of {answers}, got {answer!r:.40}")
        return answer == self.right, _(self.answers[answer].reply)


@dataclass(frozen=True)
class Number:
    """A question for a number.

    Attributes
    ----------
    question : str
        Marked, as all texts here are.
    right : tuple of float
        From and to what is right.
    reply : str
        What to say when it is.
    tempting : tuple of (from, to, reply)
        Wrong answers that have a reason; the first that fits is taken.
    otherwise : str
        What to say to any other number.
    """

    question: str
    right: tuple
    reply: str
    tempting: tuple
    otherwise: str

    @property
    def plain(self):
        """The question as text, for where there is no field."""
        return "\n  ".join([_(self.question), _("(a number)")])

    def judge(self, answer):
        """Return whether an answer is right (None: not a number), and the reply."""
        try:
            value = read(answer)
        except (ValueError, ZeroDivisionError):
            return None, _("Please give a number, such as 0.25, 1/4 or 25 %.")
        low, high = self.right
        if low <= value <= high:
            return True, _(self.reply)
        for low, high, reply in self.tempting:
            if low <= value <= high:
                return False, _(reply)
        return False, _(self.otherwise)


def read(text):
    """A number as people write it: 0.25, .25, 0,25, 1/4, 25 %."""
    text = str(text).strip().replace(",", ".").replace("−", "-")
    share = 100 if text.endswith("%") else 1
    above, is_fraction, below = text.rstrip("% ").partition("/")
    value = float(above) / (float(below) if is_fraction else 1) / share
    if not math.isfinite(value):
        raise ValueError("not a number")
    return value


QUESTIONS = {
    # ---- 00 Start here
    "00-collects": Choice(
        N_("Which word will 'banana' collect most from?"),
        "monkey",
        {
            "the": Answer(
                N_("the"),
                N_(
                    "'the' stands beside it, but has nothing to hand over: it is "
                    "neither being nor food nor action."
                ),
            ),
            "hungry": Answer(
                N_("hungry"),
                N_(
                    "There is something in it: hungry and food belong together. "
                    "Another word fits better."
                ),
            ),
            "monkey": Answer(
                N_("monkey"),
                N_(
                    "Our matrices were designed so that food looks for who would eat "
                    "it. The numbers come below."
                ),
            ),
            "eats": Answer(
                N_("eats"),
                N_(
                    "It stands near, and it is about food. But food was designed to "
                    "look for who eats, not for the eating."
                ),
            ),
            "itself": Answer(
                N_("banana itself"),
                N_(
                    "It sounds natural that a word looks most at itself. It may, but "
                    "nothing in the formula asks for it. Lesson 2 counts how often."
                ),
            ),
        },
    ),
    "00-shuffle": Choice(
        N_("Without positions: the words are shuffled. What happens to the results?"),
        "move",
        {
            "stay": Answer(
                N_("Nothing, they stay in their places"),
                N_(
                    "Row 0 of the result belongs to the word in row 0. When another "
                    "word stands there, another result does."
                ),
            ),
            "move": Answer(
                N_("They move with their words, unchanged"),
                N_(
                    "Every word collects the same from the same words, wherever they "
                    "stand: nothing in the computation depends on the order."
                ),
            ),
            "change": Answer(
                N_("They become other numbers"),
                N_(
                    "In a sentence the order matters to us. But look for a place in "
                    "the formula where the position of a word comes in: without "
                    "positions there is none."
                ),
            ),
        },
    ),
    # ---- 01 QKV projection
    "01-free-sizes": Choice(
        N_(
            "X has 12 columns. Which may you choose: rows of W_Q, columns of W_Q, "
            "columns of W_V?"
        ),
        "columns",
        {
            "all": Answer(
                N_("All three"),
                N_(
                    "The rows of W_Q meet the columns of X, one row for each feature. "
                    "There are 12, and no choice."
                ),
            ),
            "columns": Answer(
                N_("The columns of W_Q and those of W_V"),
                N_(
                    "W_Q and W_K must agree, since queries and keys are compared "
                    "number by number. W_V may differ from both."
                ),
            ),
            "values": Answer(
                N_("Only the columns of W_V"),
                N_(
                    "These are free, that is right. So are those of W_Q, as long as "
                    "W_K has as many."
                ),
            ),
            "none": Answer(
                N_("None: all are 12"),
                N_(
                    "In some examples they are, and it hides which size is which. Only "
                    "the rows of W_Q have to be 12."
                ),
            ),
        },
    ),
    "01-length": Choice(
        N_("The sentence grows from 6 words to 9. What changes in W_Q?"),
        "nothing",
        {
            "rows": Answer(
                N_("It gets three more rows"),
                N_(
                    "X gets three more rows. A row of W_Q belongs to a feature, not to "
                    "a word."
                ),
            ),
            "columns": Answer(
                N_("It gets three more columns"),
                N_(
                    "Three more queries come out, as rows of Q. A column of W_Q is one "
                    "number of every query."
                ),
            ),
            "nothing": Answer(
                N_("Nothing"),
                N_(
                    "The same W_Q is applied to every word by itself, however many "
                    "there are."
                ),
            ),
        },
    ),
    "01-louder": Choice(
        N_("A word's value is made ten times larger. Do the others look at it more?"),
        "as-much",
        {
            "more-by-ten": Answer(
                N_("Yes, ten times as much"),
                N_(
                    "They receive more from it. But where they look was decided before "
                    "any value came in."
                ),
            ),
            "more": Answer(
                N_("Yes, but less than ten times"),
                N_(
                    "A larger score would get a larger weight. A value, however, is in "
                    "no score."
                ),
            ),
            "as-much": Answer(
                N_("No, just as much as before"),
                N_(
                    "Where a word looks is decided by queries and keys. The value only "
                    "decides what it gets there."
                ),
            ),
        },
    ),
    # ---- 02 MatMul scores
    "02-symmetric": Choice(
        N_("Is the score of 'eats' for 'monkey' that of 'monkey' for 'eats'?"),
        "differ",
        {
            "same-product": Answer(
                N_("Yes, a · b = b · a"),
                N_(
                    "True for two vectors. But here four take part: the query of one "
                    "with the key of the other, and then the other two."
                ),
            ),
            "same-sentence": Answer(
                N_("Yes, because both are in one sentence"),
                N_("They are, but each asks with a question of its own."),
            ),
            "differ": Answer(
                N_("No, they may differ"),
                N_(
                    "One asks with its query and is answered by a key. The other way "
                    "round it is another query and another key."
                ),
            ),
        },
    ),
    "02-longer": Choice(
        N_("A key is made twice as long, without turning it. Its scores become …"),
        "twice",
        {
            "same": Answer(
                N_("the same: only the angle counts"),
                N_(
                    "That holds for the cosine, which divides by the lengths. The dot "
                    "product does not."
                ),
            ),
            "all-larger": Answer(
                N_("larger, all of them"),
                N_(
                    "Those above zero do. What about a query that points the other way?"
                ),
            ),
            "twice": Answer(
                N_("twice as large, above and below zero"),
                N_(
                    "|k| is a factor in every one of them. So a score below zero goes "
                    "further down."
                ),
            ),
            "four-times": Answer(
                N_("four times as large"),
                N_(
                    "The length of the key is in the product once. A vector multiplied "
                    "with itself would make it four times."
                ),
            ),
        },
    ),
    "02-own-score": Choice(
        N_(
            "Random queries and keys, six words: in how many rows is the own score the "
            "largest?"
        ),
        "chance",
        {
            "all": Answer(
                N_("in all"),
                N_(
                    "Not even a word that is compared with itself always wins. Here "
                    "two matrices, drawn independently, make its query and its key."
                ),
            ),
            "most": Answer(
                N_("in most"),
                N_(
                    "It would be so if a word were compared with itself. Here its "
                    "query is compared with its key, and these are independent."
                ),
            ),
            "half": Answer(
                N_("in about half"),
                N_(
                    "There are six keys in a row, and none is favoured. What is the "
                    "chance of one of them?"
                ),
            ),
            "chance": Answer(
                N_("in about one of six"),
                N_(
                    "That is chance: a random query fits the key of its own word no "
                    "better than another key."
                ),
            ),
        },
    ),
    # ---- 03 Scale and softmax
    "03-add-multiply": Choice(
        N_(
            "Scores [1, 2, 3]. Anna adds 100 to each, Ben multiplies each by 100. Who "
            "changes the weights?"
        ),
        "multiplies",
        {
            "both": Answer(
                N_("Both"),
                N_(
                    "101, 102 and 103 are as far apart as before. What becomes of a "
                    "factor that all exponentials share?"
                ),
            ),
            "adds": Answer(
                N_("Anna, who adds"),
                N_(
                    "100 more for each is a common factor of all exponentials, and the "
                    "division by their sum cancels it."
                ),
            ),
            "multiplies": Answer(
                N_("Ben, who multiplies"),
                N_(
                    "Only the differences of the scores matter. Multiplying makes them "
                    "larger, adding does not."
                ),
            ),
            "nobody": Answer(
                N_("Nobody"),
                N_(
                    "Adding changes nothing, that is right. But multiplied scores are "
                    "a hundred times as far apart."
                ),
            ),
        },
    ),
    "03-no-divisor": Number(
        N_(
            "Random queries and 8 random keys, 512 numbers each, and nobody divides. "
            "How large is the largest of the 8 weights, on average?"
        ),
        (0.9, 0.9999),
        N_("One key takes nearly all, by chance and before anything was learned."),
        (
            (
                0.1,
                0.15,
                N_(
                    "That would be equal weights, one eighth each. But a score is a "
                    "sum of 512 products, and such sums lie far apart."
                ),
            ),
            (
                1,
                1,
                N_(
                    "Nearly. On paper no softmax gives a weight of 1, and now and then "
                    "two scores are close."
                ),
            ),
            (
                0.3,
                0.45,
                N_("That is what a sensible divisor gives. Here nobody divides."),
            ),
        ),
        N_(
            "Think of the size of a score: a sum of 512 random products. By how much "
            "do two of them differ, and what does the exponential make of that?"
        ),
    ),
    "03-by-d_k": Number(
        N_(
            "The same, and somebody divides by 512 instead of √512. How large is the "
            "largest of the 8 weights?"
        ),
        (0.12, 0.16),
        N_(
            "Hardly more than one eighth: all scores are nearly 0, so nothing is "
            "chosen."
        ),
        (
            (
                0.3,
                0.45,
                N_("That is what √512 gives. 512 is about 23 times as much."),
            ),
            (
                0.9,
                1,
                N_(
                    "That is the case without a divisor. A large divisor makes the "
                    "scores alike."
                ),
            ),
            (
                0,
                0.12,
                N_(
                    "The largest of eight weights that sum to 1 cannot be below one "
                    "eighth."
                ),
            ),
        ),
        N_(
            "A typical score is about √512. Divide that by 512: how far are the scores "
            "from each other now?"
        ),
    ),
    "03-work": Choice(
        N_("Does dividing by √d_k save the computer work?"),
        "no",
        {
            "faster": Answer(
                N_("Yes, smaller numbers multiply faster"),
                N_("A computer multiplies large and small numbers in the same time."),
            ),
            "softmax": Answer(
                N_("Yes, the softmax has less to do"),
                N_("It takes as many exponentials as before."),
            ),
            "no": Answer(
                N_("No, it is one step more"),
                N_(
                    "The number of products and exponentials stays, and a division is "
                    "added. It is done for another reason."
                ),
            ),
        },
    ),
    # ---- 04 Masking
    "04-others": Choice(
        N_(
            "'eats' looks at six words. Now the last two are hidden. What happens to "
            "the other four weights?"
        ),
        "factor",
        {
            "stay": Answer(
                N_("They stay as they are"),
                N_(
                    "Then the row would not sum to 1 any more. What the hidden words "
                    "had must go somewhere."
                ),
            ),
            "amount": Answer(
                N_("All grow by the same amount"),
                N_(
                    "Each would get a quarter of what became free. But the "
                    "exponentials of the visible words stay as they are, only the sum "
                    "below them gets smaller."
                ),
            ),
            "factor": Answer(
                N_("All grow by the same factor"),
                N_(
                    "The exponentials stay, the sum that divides them gets smaller: a "
                    "common factor."
                ),
            ),
            "largest": Answer(
                N_("The largest gets all that became free"),
                N_(
                    "Every visible word keeps its proportion to the others: their "
                    "exponentials stay as they are."
                ),
            ),
        },
    ),
    "04-fillers": Choice(
        N_(
            "Three words, three fillers of zeros, no mask. How much weight do the "
            "fillers get?"
        ),
        "much",
        {
            "none": Answer(
                N_("none: their scores are 0"),
                N_("A score of 0 is not a weight of 0. What is the exponential of 0?"),
            ),
            "little": Answer(
                N_("a little"),
                N_(
                    "That would need scores well below those of the words. 0 is not "
                    "low: many scores are below it."
                ),
            ),
            "much": Answer(
                N_("much"),
                N_("exp(0) is 1. A score of 0 takes part like any other."),
            ),
        },
    ),
    "04-empty-row": Choice(
        N_("A mask hides everything from one word. What should its output be?"),
        "zero",
        {
            "mean": Answer(
                N_("the mean of all values"),
                N_(
                    "It looks healthy, but it is made of just those values that must "
                    "not be seen."
                ),
            ),
            "own": Answer(
                N_("its own value"),
                N_("Its own value is hidden from it like the others."),
            ),
            "error": Answer(
                N_("an error, or nan"),
                N_(
                    "It cannot be overlooked, and some programs do this. But nan "
                    "spreads to all words in the next layer."
                ),
            ),
            "zero": Answer(
                N_("0 in every place"),
                N_(
                    "Nothing seen, nothing taken home. It is a choice, and this series "
                    "makes it; others are in use."
                ),
            ),
        },
    ),
    # ---- 05 Weighted sum
    "05-own-weight": Number(
        N_("How large is the weight of 'banana' for 'banana' in our sentence?"),
        (0.05, 0.15),
        N_("Less than one sixth: it looks at itself less than equal weights would."),
        (
            (
                0.15,
                0.2,
                N_(
                    "That would be equal weights, one sixth each. It looks at another "
                    "word so much that less than this is left."
                ),
            ),
            (
                0.5,
                1,
                N_(
                    "A word's own weight need not be its largest: lesson 2 counted, "
                    "and lesson 0 showed where this word looks."
                ),
            ),
        ),
        N_(
            "Remember lesson 0: at which word does 'banana' look most, and what is "
            "left?"
        ),
    ),
    "05-drowned": Choice(
        N_("A value has the weight 0.001. Is it gone from the output?"),
        "no",
        {
            "yes": Answer(
                N_("Yes"),
                N_("It is small, not absent. What if the value is a million?"),
            ),
            "rounded": Answer(
                N_("Yes, it is rounded to 0"),
                N_(
                    "A computer's numbers carry about 16 digits, so a thousandth is "
                    "not lost."
                ),
            ),
            "no": Answer(
                N_("No, a large value can still be heard"),
                N_(
                    "A small weight drowns a value of ordinary size. Only the mask "
                    "removes it."
                ),
            ),
        },
    ),
    "05-extreme": Choice(
        N_(
            "No row is hidden as a whole. Can a number of the output be larger than "
            "all numbers in the same column of V?"
        ),
        "never",
        {
            "added": Answer(
                N_("Yes, since several values are added"),
                N_(
                    "They are added after each was made smaller by its weight, and the "
                    "weights sum to 1."
                ),
            ),
            "large-scores": Answer(
                N_("Yes, if the scores are large enough"),
                N_(
                    "Large scores bring one weight close to 1, and the output close to "
                    "one value. Not beyond it."
                ),
            ),
            "never": Answer(
                N_("Never"),
                N_(
                    "A mixture with positive weights that sum to 1 lies between the "
                    "things that are mixed."
                ),
            ),
        },
    ),
    # ---- 06 Multi-head
    "06-parameters": Choice(
        N_(
            "One head with d_model = 512. Now 8 heads, each of width 512 / 8. How many "
            "numbers are in W_Q, W_K, W_V and W_O?"
        ),
        "same",
        {
            "eight-times": Answer(
                N_("8 times as many"),
                N_(
                    "There are 8 times as many small matrices. How large is each of "
                    "them?"
                ),
            ),
            "same": Answer(
                N_("as many as before"),
                N_(
                    "8 matrices, each an eighth as wide. Nothing is added, the big one "
                    "is cut."
                ),
            ),
            "eighth": Answer(
                N_("an eighth"),
                N_(
                    "Each small matrix has an eighth of the numbers. How many small "
                    "ones are there?"
                ),
            ),
        },
    ),
    "06-cut": Choice(
        N_(
            "Three tokens, the rows 0 1 2 3, 4 5 6 7 and 8 9 10 11. Two heads. What is "
            "the matrix of the first?"
        ),
        "halves",
        {
            "in-order": Answer(
                N_("0 1, 2 3, 4 5"),
                N_(
                    "That is how a computer reads the numbers, one row after the "
                    "other. But the last token is not in it, and the first one is "
                    "twice."
                ),
            ),
            "halves": Answer(
                N_("0 1, 4 5, 8 9"),
                N_("Each token is in it, with the first half of its columns."),
            ),
            "whole-rows": Answer(
                N_("0 1 2 3, 4 5 6 7"),
                N_(
                    "These are the first tokens, whole. A head has a row for every "
                    "token, and a part of the columns."
                ),
            ),
            "every-second": Answer(
                N_("0 2, 4 6, 8 10"),
                N_(
                    "Each token is in it, that is right. But a head gets neighbouring "
                    "features."
                ),
            ),
        },
    ),
    "06-average": Choice(
        N_(
            "A word has the weights 0.9 and 0.1 in one head, 0.1 and 0.9 in the other. "
            "You see only the average. What does it tell?"
        ),
        "nothing",
        {
            "clear": Answer(
                N_("that the word chooses clearly"),
                N_(
                    "Each head does, that is right. What happens to 0.9 when it is "
                    "averaged with 0.1?"
                ),
            ),
            "which": Answer(
                N_("which of the two it prefers"),
                N_(
                    "One head prefers the first and one the second. Take the mean of "
                    "0.9 and 0.1."
                ),
            ),
            "nothing": Answer(
                N_("nothing of either head"),
                N_(
                    "It is a half and a half: the average of two clear answers looks "
                    "like no answer."
                ),
            ),
        },
    ),
    # ---- 07 Learning the weights
    "07-measure": Number(
        N_(
            "W_Q, W_K and W_V have 288 numbers together. To measure the slope of the "
            "loss for each of them, from above and from below, how often must the loss "
            "be computed?"
        ),
        (576, 576),
        N_("Twice for each number. With a million numbers nobody would do that."),
        (
            (
                288,
                289,
                N_("Once for each number, from above. And from below?"),
            ),
            (
                1,
                2,
                N_(
                    "The backward pass takes about that. Measuring moves one number at "
                    "a time."
                ),
            ),
        ),
        N_("One number is moved at a time, up and down. How many numbers are there?"),
    ),
    "07-hidden": Choice(
        N_("A key is hidden from every query. What is the gradient of its value?"),
        "zero",
        {
            "small": Answer(
                N_("small, but not 0"),
                N_(
                    "The gradient of a value is a sum of weights times gradients. What "
                    "are the weights of a hidden key?"
                ),
            ),
            "zero": Answer(
                N_("0 throughout"),
                N_(
                    "Its weights are exactly 0, so whatever the value is, the loss "
                    "does not move."
                ),
            ),
            "nan": Answer(
                N_("not a number"),
                N_(
                    "That happens where somebody multiplies 0 by infinity. The weight "
                    "is 0, and the value an ordinary number."
                ),
            ),
        },
    ),
    "07-twins": Choice(
        N_(
            "'the cat sees the man' and 'the man sees the cat': who does it? A model "
            "averages all words of a sentence and never looks at the order. Of such "
            "twins, how many can it get right at most?"
        ),
        "half",
        {
            "none": Answer(
                N_("none"),
                N_("It may always say 'cat'. Then it is right now and then."),
            ),
            "half": Answer(
                N_("one of each two"),
                N_(
                    "Both have the same words, so they get the same answer, and it is "
                    "wrong for one of them."
                ),
            ),
            "all": Answer(
                N_("all, if it trains long enough"),
                N_(
                    "Both sentences give it the same numbers. Can the same numbers "
                    "lead to two answers?"
                ),
            ),
        },
    ),
    "07-stalls": Choice(
        N_(
            "d_k = 512, and the scores are not divided by its root. The start and the "
            "learning rate are those that are good for d_k = 8. What will the training "
            "do?"
        ),
        "hardly",
        {
            "adapts": Answer(
                N_("The same, the weights adapt"),
                N_(
                    "They can, from a smaller start and in smaller steps. From this "
                    "start, what is the gradient of a softmax with one weight near 1 "
                    "(lesson 3)?"
                ),
            ),
            "faster": Answer(
                N_("It learns faster, it chooses clearly"),
                N_(
                    "It chooses clearly from the first step on, at random, and then "
                    "there is hardly a gradient left."
                ),
            ),
            "hardly": Answer(
                N_("It hardly learns where to look"),
                N_(
                    "The softmax is saturated from the first step on, and its gradient "
                    "is nearly 0."
                ),
            ),
        },
    ),
    # ---- 08 A real model
    "08-own": Choice(
        N_(
            "A trained model reads six short sentences. Look at the weights between "
            "words. In how many rows does a word give the largest to itself?"
        ),
        "chance",
        {
            "most": Answer(
                N_("In most of them"),
                N_(
                    "With no projection at all that would be so (lesson 2). Between a "
                    "query and a key stand two matrices."
                ),
            ),
            "half": Answer(
                N_("In about half"),
                N_(
                    "What would make a piece prefer itself? Its query and its key come "
                    "from two matrices."
                ),
            ),
            "chance": Answer(
                N_("In less than a quarter"),
                N_(
                    "It is more often than by chance, which would be one row of seven, "
                    "and still seldom."
                ),
            ),
        },
    ),
    "08-nearest": Choice(
        N_(
            "The model makes one vector of each word. Whose points most in the "
            "direction of 'banana'?"
        ),
        "fruit",
        {
            "monkey": Answer(
                N_("monkey"),
                N_("It comes second: texts use them together. What is a banana?"),
            ),
            "fruit": Answer(
                N_("fruit"),
                N_("A banana is one, and texts use the two words alike."),
            ),
            "car": Answer(
                N_("car"),
                N_("It is no nearer than most nouns are to each other."),
            ),
        },
    ),
    "08-most": Choice(
        N_(
            "Over all 72 heads: which piece is most often the one with the largest "
            "weight?"
        ),
        "cls",
        {
            "noun": Answer(
                N_("the last noun"),
                N_(
                    "Some heads look there. Most heads find nothing to do in most "
                    "rows. Where do their weights go? They have to sum to 1."
                ),
            ),
            "verb": Answer(
                N_("the verb"),
                N_(
                    "In our designed example much is about the verb. Here the matrices "
                    "were learned: from text, and then from a thousand million pairs "
                    "of sentences."
                ),
            ),
            "cls": Answer(
                N_("[CLS], which is no word"),
                N_(
                    "A row sums to 1 even where a head finds nothing. The value of "
                    "[CLS] is short, so it changes little."
                ),
            ),
        },
    ),
}
