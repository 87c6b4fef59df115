"""The lexicon: what each word of the running world says by itself, in named numbers.

Written by hand, so that a number in X can be read. English and Chinese spellings of one
meaning share one vector. A trained model would learn such numbers (lesson 08).
"""

FEATURES = (
    "animal",
    "human",
    "food",
    "action",
    "quality",
    "colour",
    "place",
    "grammar",
)

# One line a meaning: its spellings | its features (what is not named is 0).
_MEANINGS = """
monkey monkeys 猴子 | animal 1, human 0.3
cat cats 猫 | animal 1
dog dogs 狗 | animal 1, human 0.1
bird 鸟 | animal 1, place 0.1
fish 鱼 | animal 0.8, food 0.5
mouse 老鼠 | animal 0.9
horse 马 | animal 1
bear 熊 | animal 1, colour 0.2
man 男人 | human 1
woman 女人 | human 1
girl 女孩 | human 1
boy 男孩 | human 1
child 孩子 | human 1, animal 0.1
teacher 老师 | human 1, action 0.1
friend 朋友 | human 0.9, animal 0.1, quality 0.2
i 我 | human 1, grammar 0.3
she 她 | human 1, grammar 0.3
he 他 | human 1, grammar 0.3
banana bananas 香蕉 | food 1, colour 0.8
apple 苹果 | food 1, colour 0.6
mango 芒果 | food 1, colour 0.7
bread 面包 | food 1, colour 0.2
rice 米饭 | food 1, colour 0.2
cheese 奶酪 | food 1, colour 0.5
honey 蜂蜜 | food 0.9, colour 0.6, quality 0.3
water 水 | food 0.6, place 0.3
milk 牛奶 | food 0.8, colour 0.3
fruit 水果 | food 1, colour 0.4
eats eat ate 吃 | action 1, food 0.2
drinks drink drank 喝 | action 1, food 0.2
sees see saw 看见 | action 0.9
likes like liked 喜欢 | action 0.8, quality 0.3
wants want wanted 想要 | action 0.8, quality 0.2
takes take took 拿 | action 1
gives give gave 给 | action 1, human 0.1
finds find found 找到 | action 0.9, place 0.2
climbs climb climbed 爬 | action 1, place 0.4
runs run ran 跑 | action 1, place 0.2
sleeps sleep slept 睡觉 | action 0.7, quality 0.2
sits sit sat 坐 | action 0.7, place 0.3
hungry 饥饿 饿 | quality 1, food 0.3
happy 快乐 | quality 1
small 小 | quality 1
big 大 | quality 1
old 老 | quality 0.9
ripe 成熟 | quality 0.8, food 0.4
sweet 甜 | quality 0.8, food 0.5
yellow 黄色 黄 | colour 1, quality 0.5
red 红色 红 | colour 1, quality 0.5
green 绿色 绿 | colour 1, quality 0.5
brown 棕色 | colour 1, quality 0.5
white 白色 白 | colour 1, quality 0.5
black 黑色 黑 | colour 1, quality 0.5
tree 树 | place 0.8, colour 0.4, food 0.1
forest 森林 | place 1, colour 0.4
river 河 | place 1
garden 花园 | place 1, colour 0.3
house 房子 | place 1, human 0.2
market 市场 | place 1, food 0.4, human 0.2
kitchen 厨房 | place 1, food 0.4
mat 垫子 | place 0.7
the this that 这 那 | grammar 1
a an one 一 | grammar 0.9
of 的 | grammar 0.8
and 和 | grammar 0.7
in 里 | grammar 0.7, place 0.3
on 在 上 | grammar 0.7, place 0.3
to | grammar 0.7, action 0.1
with | grammar 0.7, human 0.1
is are was 是 | grammar 0.8, action 0.2
"""


def _read(meanings):
    words = {}
    for line in meanings.strip().splitlines():
        spellings, features = line.split("|")
        named = dict(feature.split() for feature in features.split(","))
        vector = tuple(float(named.get(name, 0)) for name in FEATURES)
        words.update(dict.fromkeys(spellings.split(), vector))
    return words


LEXICON = _read(_MEANINGS)
