"""Maths as text: what is read, what it means in one line, what fits, and what is never lost."""

# ruff: noqa: RUF001 - signs that look like others are meant as they are

import random
import re
import subprocess
import sys
import unicodedata
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashcards.terminal.mathtext import box, display, fitted, inline
from flashcards.terminal.mathtext.environments import MOST_CELLS
from flashcards.terminal.mathtext.reader import DEEPEST
from flashcards.terminal.mathtext.reading import LONGEST
from flashcards.terminal.mathtext.symbols import SYMBOLS
from flashcards.text import display_width, has_control

pytestmark = pytest.mark.slow


def drawing(source: str) -> list[str]:
    """Draw a formula that must be understood, without the spaces at the ends of its lines."""
    drawn = box(source)
    assert drawn is not None
    return [line.rstrip() for line in drawn.lines]


# -- what is not understood --------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        r"\unknown",
        r"\frac{1}{\R}",
        r"\newcommand{\R}{\mathbb{R}} \R",
        r"\text{\unknown}",
        r"\frac{1}",
        r"\sqrt",
        r"{a",
        r"a}",
        r"\left(a",
        r"a\right)",
        r"\left(a\right",
        r"\left a\right)",
        r"\text{a",
        r"\begin{pmatrix} a \end{bmatrix}",
        r"\begin{pmatrix} a",
        r"\begin{unknown} a \end{unknown}",
        r"\end{pmatrix}",
        r"\begin{array}{cp{2cm}} a & b \end{array}",
        r"a & b",
        r"\substack{a & b}",
        r"x^a^b",
        r"x_a_b",
        r"x'^{2}'",
        r"x^",
        r"x^^",
        r"a $ b",
        r"a # b",
        "a\\",
        r"\not{ab}",
        r"\operatorname{}",
        "\u0302x",
        "a\x1b[31mb",
        "a\u202eb",
    ],
)
def test_what_is_not_understood_is_left_to_the_caller(source: str) -> None:
    """One unknown or broken piece makes all forms of the formula None, so the source is shown."""
    assert box(source) is None
    assert display(source, 80) is None
    assert inline(source) is None
    assert fitted(source, 80) is None


def test_a_percent_sign_that_would_swallow_the_end_is_not_understood() -> None:
    """`90% of` was meant as per cent: TeX would drop the rest, so the source is shown instead."""
    assert inline(r"p = 90% \text{ of all}") is None
    assert inline(r"\text{90% of all}") is None


def test_a_comment_before_a_line_break_is_left_out() -> None:
    """A comment in a block of several lines is no part of the formula, in text neither."""
    assert inline("a % first\n  + b % second\n+ c") == "a + b + c"
    assert inline("\\text{one % first\n  two}") == "one two"


def test_very_long_deep_and_large_formulas_are_not_read() -> None:
    """A hostile deck cannot make the program slow or crash it: too much of anything is None."""
    assert inline("x" * LONGEST) == "x" * LONGEST
    assert inline("x" * (LONGEST + 1)) is None
    deep = DEEPEST - 1
    assert inline("{" * deep + "x" + "}" * deep) == "x"
    assert inline("{" * DEEPEST + "x" + "}" * DEEPEST) is None
    assert inline(r"\hat" * 1000 + "x") is None
    assert inline(r"\frac1" * 800 + "x") is None
    row = r"\begin{matrix}" + "a&" * (MOST_CELLS // 2) + r"\\ a\\ a\end{matrix}"
    assert inline(row) is None


# -- one line: brackets ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (r"\frac{a}{b}", "a/b"),
        (r"\frac{a+b}{c+d}", "(a + b)/(c + d)"),
        (r"\frac{a}{bc}", "a/(bc)"),
        (r"\frac{ab}{c}", "ab/c"),
        (r"\frac{1}{1-\beta_1^t}", "1/(1 - β₁ᵗ)"),
        (r"\frac{m_t}{1 - \beta_1^t}", "mₜ/(1 - β₁ᵗ)"),
        (r"-\frac{a+b}{2}", "-(a + b)/2"),
        (r"\frac{a}{-b}", "a/(-b)"),
        (r"\frac{\log n}{2}", "(log n)/2"),
        (r"\frac{1}{\log n}", "1/(log n)"),
        (r"\frac{1}{n!}", "1/n!"),
        (r"\frac{a}{b}!", "(a/b)!"),
        (r"\frac{1}{f(x)}", "1/f(x)"),
        (r"\frac{1}{n(n+1)}", "1/(n(n + 1))"),
        (r"\frac{a}{|b|c}", "a/(|b|c)"),
        (r"\frac{\frac{a}{b}}{\frac{c}{d}}", "(a/b)/(c/d)"),
        (r"\frac{a}{b}\frac{c}{d}", "(a/b)(c/d)"),
        (r"\frac{1}{2}mv^2", "(1/2)mv²"),
        (r"x\frac{a}{b}", "x (a/b)"),
        (r"x\,\frac{a}{b}", "x (a/b)"),
        (r"a/\frac{b}{c}", "a/(b/c)"),
        (r"\frac{a}{b}/c", "(a/b)/c"),
        (r"2 \cdot \frac{a}{b} + \frac{c}{d}", "2 · a/b + c/d"),
        (r"{\frac{a}{b}}c", "(a/b)c"),
        (r"{a + \frac{b}{c}}d", "a + (b/c)d"),
        (r"\frac{a}{b}^2", "(a/b)²"),
        (r"\left(\frac{a}{b}\right)^2", "(a/b)²"),
        (r"\sum_i\frac{a_i}{b_i}", "∑ᵢ aᵢ/bᵢ"),
        (r"\sum_i\frac{a_i}{b_i}c_i", "∑ᵢ (aᵢ/bᵢ)cᵢ"),
        (r"\frac{\sum_i a_i}{n}", "(∑ᵢ aᵢ)/n"),
        (r"\log\frac{p}{q}", "log(p/q)"),
        (r"\frac{d^2y}{dx^2}", "d²y/dx²"),
        (r"\frac{d}{dx} f", "(d/dx)f"),
        (r"\frac{a}{dx}", "a/(dx)"),
        (r"\frac{\partial^2 f}{\partial x \partial y}", "∂²f/∂x∂y"),
        (r"\frac{1}{2} \text{ if } x", "1/2 if x"),
        (r"\frac{1}{2} \quad x", "1/2  x"),
        (r"\frac{1}{\text{top-k}}", "1/(top-k)"),
        (r"\begin{matrix} a & b \end{matrix}^2", "(a, b)²"),
        (r"a \over b + c", "a/(b + c)"),
        (r"{n \choose k}", "(n choose k)"),
        (r"\sqrt{x}", "√x"),
        (r"\sqrt{10}", "√10"),
        (r"\sqrt{d_k}", "√dₖ"),
        (r"\sqrt{ab}", "√(ab)"),
        (r"\sqrt{a+b}", "√(a + b)"),
        (r"\sqrt{x^2}", "√(x²)"),
        (r"\sqrt{x}^2", "(√x)²"),
        (r"\sqrt{2}x", "√2 x"),
        (r"\sqrt{n}(x)", "√n (x)"),
        (r"\sqrt{a}\sqrt{b}", "√a √b"),
        (r"\sqrt[3]{x}", "∛x"),
        (r"2\sqrt[n]{x}", "2 ⁿ√x"),
        (r"\sqrt[Q]{x}", "√[Q](x)"),
        (r"-(a+b)", "-(a + b)"),
        (r"{a+b}^2", "(a + b)²"),
        (r"{x^2}^3", "(x²)³"),
        (r"{x_i}^2", "xᵢ²"),
        (r"{x_i}_j", "(xᵢ)ⱼ"),
        (r"{PE}_i", "PEᵢ"),
    ],
)
def test_brackets_stand_where_the_meaning_needs_them(source: str, line: str) -> None:
    """What height says on paper is said by brackets, and there are no others."""
    assert inline(source) == line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("x_{i+1}", "xᵢ₊₁"),
        ("QK^T", "QKᵀ"),
        (r"A^{\top}", "Aᵀ"),
        ("10^{-3}", "10⁻³"),
        (r"90^\circ", "90°"),
        (r"\beta_1^t", "β₁ᵗ"),
        ("x^{(i)}_j", "xⱼ⁽ⁱ⁾"),
        ("W_i^Q", "W_i^Q"),
        ("W_i^Q x", "W_i^Q x"),
        ("e^Q(x)", "e^Q (x)"),
        (r"d_{\text{model}}", "d_model"),
        (r"d_{\text{model}}x", "d_model x"),
        (r"d_{\text{model}}^2", "d²_model"),
        (r"T_{\max}", "T_max"),
        ("x_{i,j}", "x_(i,j)"),
        ("x_{i,j}^2", "x²_(i,j)"),
        ("x_{i_j}", "x_(iⱼ)"),
        ("2^{2^n}", "2^(2ⁿ)"),
        (r"e^{i\pi}", "e^(iπ)"),
        ("x^{(Q)}", "x^{(Q)}"),
        (r"\theta^*", "θ^*"),
        ("A^*A", "A^* A"),
        ("n^{1.585}", "n^1.585"),
        (r"\int_0^\infty", "∫₀^∞"),
        (r"\sum_{n=0}^\infty", "∑ₙ₌₀^∞"),
        ("{}^{14}C", "¹⁴C"),
        ("f'(x) + f''''", "f′(x) + f⁗"),
        ("y'^2", "y′²"),
    ],
)
def test_scripts_are_small_letters_or_marked(source: str, line: str) -> None:
    """Small letters where all of them exist; else `_` and `^`, in brackets if more than a word."""
    assert inline(source) == line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("a+b=c", "a + b = c"),
        ("a=-b", "a = -b"),
        ("(-a)-(-b)", "(-a) - (-b)"),
        ("|-x|-|y|", "|-x| - |y|"),
        ("p(y|-x)", "p(y|-x)"),
        (r"a\cdot-b", "a · -b"),
        (r"f(\cdot,y)", "f(·, y)"),
        ("a:=b", "a := b"),
        ("f(1,2)", "f(1, 2)"),
        ("10,000+1,048,576", "10,000 + 1,048,576"),
        (r"\{1,100,200\}", "{1, 100, 200}"),
        ("1{,}5", "1,5"),
        ("0.5x", "0.5x"),
        (r"\log n", "log n"),
        (r"n\log n", "n log n"),
        (r"\log(n)", "log(n)"),
        (r"\log\log n", "log log n"),
        (r"\log|x|", "log|x|"),
        (r"\sin^2\theta", "sin² θ"),
        (r"a \bmod n", "a mod n"),
        (r"x_{a \bmod b}", "x_(a mod b)"),
        (r"a \equiv b \pmod n", "a ≡ b (mod n)"),
        (r"\mathrm{softmax}x", "softmax x"),
        (r"2\text{FFN}(x)", "2 FFN(x)"),
        (r"\mathrm{d}x", "dx"),
        (r"\text{if }x", "if x"),
        (r"\text{if $x>0$ then }y", "if x > 0 then y"),
        (r"a\,b\;c\:d\ e~f\!g", "a b c d e fg"),
        (r"a\quad b\qquad c", "a  b    c"),
        (r"a,\quad b", "a,  b"),
        (r"n!=n(n-1)!", "n! = n(n - 1)!"),
        (r"a_1,\ldots,a_n", "a₁, …, aₙ"),
        (r"1+\cdots+n", "1 + ⋯ + n"),
        (r"\forall x\in S", "∀x ∈ S"),
        (r"p\land\neg q", "p ∧ ¬q"),
        ("α+β≤γ", "α + β ≤ γ"),
        (r"a\mathbin{\&}b", "a & b"),
    ],
)
def test_room_stands_where_a_reader_expects_it(source: str, line: str) -> None:
    """Round relations and between two things; none after a sign or before a call's bracket."""
    assert inline(source) == line


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (r"\mathbb{ENR}\mathbb{1}", "𝔼ℕℝ𝟙"),
        (r"\mathcal{LN}", "ℒ𝒩"),
        (r"\mathfrak{gR}", "𝔤ℜ"),
        (r"\mathbf{x1\Sigma}", "𝐱𝟏𝚺"),
        (r"\boldsymbol{\theta x}", "𝜽𝒙"),
        (r"\mathsf{T}\mathtt{x}", "𝖳𝚡"),
        (r"{\bf W}x", "𝐖x"),
        (r"\hat{y}\bar{x}\tilde{z}\vec{v}\dot{q}\ddot{q}", "ŷx̄z̃v⃗q̇q̈"),
        (r"\hat{\mathbf{x}}_i", "𝐱̂ᵢ"),
        (r"\overline{AB}", "A̅B̅"),
        (r"\overline{A \cup B}", "overline(A ∪ B)"),
        (r"\widehat{xy}", "hat(xy)"),
        (r"\epsilon\varepsilon\phi\varphi\theta\vartheta", "ϵεϕφθϑ"),
        (r"a\not=b\not\in c", "a ≠ b ∉ c"),
        (r"\%\#\_\&\$\{\}", "%#_&${}"),
        (r"\text{50\% \& more}", "50% & more"),
        (r"\big(x\big) \bigl|y\bigr|", "(x)|y|"),
        (r"\lVert x \rVert \lfloor y \rfloor \langle z \rangle", "‖x‖⌊y⌋⟨z⟩"),
        (r"\left.x\right|_{t=0}", "x|ₜ₌₀"),
        (r"x \xrightarrow[n]{f} y", "x ─f→_n y"),
        (r"\boxed{x = 5}", "[x = 5]"),
        (r"\color{red}{x} + \textcolor[rgb]{1,0,0}{y}", "x + y"),
        (r"\label{eq:x} a = b", "a = b"),
        (r"a = b \tag{7} \notag", "a = b   (7)"),
        (r"a\phantom{bc}d", "a d"),
        (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "(a, b; c, d)"),
        (r"\begin{pmatrix} 1,2 & f(x,y) \end{pmatrix}", "(1, 2 & f(x, y))"),
        (r"\begin{bmatrix} [a] & b \end{bmatrix}", "[[a], b]"),
        (r"\begin{matrix} a \\[2pt] [b] \end{matrix}", "a; [b]"),
        (r"\begin{cases} x & x>0,\\ -x & \text{else} \end{cases}", "{x, x > 0; -x else}"),
        (r"\begin{aligned} a &= b \\ &\quad + c \\ d &= e \end{aligned}", "a = b + c; d = e"),
        (r"a = b \\ c = d", "a = b; c = d"),
        (r"\underset{x \in X}{\max} f", "max_(x∈X) f"),
        (r"\operatorname*{arg\,max}_x f", "arg maxₓ f"),
        (r"\mathop{\mathrm{softmax}}_i x_i", "softmaxᵢ xᵢ"),
    ],
)
def test_letters_marks_and_grids_are_known(source: str, line: str) -> None:
    """What stands in notes is read: fonts, accents, escapes, sizes, colours, grids."""
    assert inline(source) == line


def test_every_named_sign_takes_one_column() -> None:
    """A box is only straight when each of its signs is as wide as it says."""
    for name, symbol in SYMBOLS.items():
        drawn = box(f"\\{name}")
        assert drawn is not None
        assert drawn.lines == (symbol.text,)
        assert drawn.width == len(symbol.text) == (3 if name == "bmod" else 1)


# -- two dimensions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("delimiters", "left", "right"),
    [
        ("()", "⎛⎜⎝", "⎞⎟⎠"),
        ("[]", "⎡⎢⎣", "⎤⎥⎦"),
        (r"\{ \}", "⎧⎨⎩", "⎫⎬⎭"),
        ("||", "│││", "│││"),
        (r"\| \|", "║║║", "║║║"),
        (r"\lfloor \rfloor", "⎢⎢⎣", "⎥⎥⎦"),
        (r"\lceil \rceil", "⎡⎢⎢", "⎤⎥⎥"),
        (r"\uparrow \downarrow", "↑││", "││↓"),
    ],
)
def test_delimiters_grow(delimiters: str, left: str, right: str) -> None:
    """Every delimiter is as tall as what it encloses."""
    opening, closing = delimiters.split() if " " in delimiters else list(delimiters)
    lines = drawing(rf"\left{opening}\frac{{a}}{{b}}\right{closing}")
    assert "".join(line[0] for line in lines) == left
    assert "".join(line[-1] for line in lines) == right


def test_a_brace_points_at_the_baseline_whatever_the_height() -> None:
    """Five cases have the tip of their brace in the middle, four above the middle."""
    five = drawing(r"y = \begin{cases} 1\\2\\3\\4\\5 \end{cases}")
    four = drawing(r"y = \begin{cases} 1\\2\\3\\4 \end{cases}")
    assert [line[4] for line in five] == ["⎧", "⎪", "⎨", "⎪", "⎩"]
    assert [line[4] for line in four] == ["⎧", "⎨", "⎪", "⎩"]
    assert five[2].startswith("y =")
    assert four[1].startswith("y =")


def test_scripts_hang_at_both_ends_of_tall_brackets() -> None:
    """An exponent stands at the top of a tall bracket, an index at its foot."""
    assert drawing(r"\left(\frac{x^2}{y}\right)^{n,m}_{k,Q}") == [
        "⎛ x² ⎞n,m",
        "⎜────⎟",
        "⎝ y  ⎠k,Q",
    ]


def test_bars_of_neighbours_do_not_join() -> None:
    """Two fractions, or a minus and a fraction, never look like one long bar."""
    assert drawing(r"-\frac{a}{b}\frac{c}{d}")[1] == "- ─── ───"
    assert drawing(r"\sqrt{a}\sqrt{b}") == ["┌─ ┌─", "√a √b"]


def test_a_table_keeps_its_rules() -> None:
    """Rules of an array stand between its columns and rows."""
    table = r"\begin{array}{|c|c|} \hline a & b \\ \hline c & d \\ \hline \end{array}"
    assert drawing(table) == [
        "─────────",
        "│ a │ b │",
        "─────────",
        "│ c │ d │",
        "─────────",
    ]


def test_wide_letters_and_accents_keep_columns_straight() -> None:
    """East Asian letters take two columns and accents none: the bar is as wide as the halves."""
    assert drawing(r"\frac{\text{日本}}{\hat{m}_t}") == [" 日本", "──────", "  m̂ₜ"]


# -- what fits ---------------------------------------------------------------------------------

GAUSS = r"f(x) = \frac{1}{\sqrt{2\pi\sigma^2}} \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right)"


def test_a_drawing_that_fits_is_taken() -> None:
    """At exactly its own width a formula is still drawn in two dimensions."""
    drawn = box(GAUSS)
    assert drawn is not None
    assert fitted(GAUSS, drawn.width) == drawn.lines == display(GAUSS, drawn.width)
    assert display(GAUSS, drawn.width - 1) is None


def test_a_drawing_too_wide_becomes_one_line_and_then_several() -> None:
    """One line if it fits, else it is broken at spaces and goes on indented."""
    wide = r"\frac{" + " + ".join("abcdefghijkl") + "}{2} + x"
    assert display(wide, 50) is None
    assert fitted(wide, 50) == (
        "(a + b + c + d + e + f + g + h + i + j + k + l)/2",
        "  + x",
    )
    assert fitted(GAUSS, 24) == ("f(x) = (1/√(2πσ²))", "  exp(-(x - μ)²/(2σ²))")


def test_equations_too_wide_keep_their_lines() -> None:
    """Aligned equations on a narrow screen are one line each, not one behind the other."""
    source = r"\begin{aligned} f(xyz) &= (x+1)^2 \\ &= x^2 + 2x + 1 \end{aligned}"
    assert fitted(source, 16) == ("f(xyz) = (x +", "  1)²", "= x² + 2x + 1")


def test_a_piece_wider_than_the_screen_is_left_to_the_caller() -> None:
    """A formula is never cut: where nothing fits, the caller shows the source."""
    assert fitted("x" * 20, 19) is None


# -- nothing is lost ---------------------------------------------------------------------------

SOURCES = [
    r"\text{Attention}(Q,K,V) = \text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V",
    r"\operatorname{softmax}(z)_i = \frac{e^{z_i}}{\sum_{j=1}^{K} e^{z_j}}",
    r"\mathbb{E}_{x \sim p(x)}[f(x)] = \int_0^\infty f(x)\,p(x)\,dx",
    r"R(\theta) = \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & 1 \end{pmatrix}",
    r"\begin{aligned} f(x) &= (x+1)^2 \\[2pt] &= x^2 + 2x + 1 \end{aligned}",
    r"T(n) = \begin{cases} a & \text{if } n = O(n^{\log_b a}) \\ b & \text{else} \end{cases}",
    r"\left[\begin{array}{c|c} 1 & 0 \\ \hline 0 & 1 \end{array}\right]^{-1}",
    r"\underbrace{a + b}_{\text{sum}} = \overset{?}{=} \hat{\theta}'_{i,j} \xrightarrow[b]{a} z",
    r"\sum_{\substack{0 \le i \\ j < n}} \left\{ \frac{a}{b} \,\middle|\, b \ne 0 \right\}",
    r"\hat{\theta} = \operatorname*{arg\,max}_\theta \prod_{i=1}^n p(x_i \mid \theta) \tag{3}",
    r"\textcolor{red}{x} + \sqrt[3]{y^2} \not= \binom{n}{k} \label{eq:a1} {a \over b}",
    r"W_{\text{out}}^Q \in \mathbb{R}^{d \times r}, \boxed{E = mc^2} 10,000 \% \overline{AB}",
]
PIECES = re.findall(
    r"\\(?:left|right)\S|\\(?:begin|end|color|tag)\{\w+\}|\\[A-Za-z]+\*?|\\.|.",
    "".join(SOURCES)
    + r"{}^_'&$%~[]()|\left(\right)\left.\right|\frac\sqrt\text{\\\hat\not\over\big\mathbf\limits"
    + r"\begin{cases}\end{cases}\color{red}\tag{3}\hline\,\quad",
)
_HIDDEN = re.compile(
    r"\\(?:begin|end|label|color)\s*\{[^{}]*\}(?:\s*\{[lcr|\s]*\})?"
    r"|\\textcolor\s*\{[^{}]*\}"
    r"|\\\\\[\s*-?[\d.]+\s*[a-z]+\s*\]"
    r"|\\[A-Za-z]+|\\."
)


def letters(text: str) -> Counter[str]:
    """Count the letters and digits of a text, small and styled ones as plain ones."""
    plain = unicodedata.normalize("NFKD", text.replace("∛", "3√").replace("∜", "4√"))
    return Counter(c for c in plain if c.isascii() and c.isalnum())


def check(source: str, columns: int) -> None:
    """Hold a formula to what is promised of every formula."""
    drawn, line, fit = box(source), inline(source), fitted(source, columns)
    assert (drawn is None) == (line is None)
    if drawn is None or line is None:
        assert fit is None
        return
    assert {display_width(row) for row in drawn.lines} == {drawn.width}
    assert 0 <= drawn.baseline < len(drawn.lines)
    assert all(display_width(row) <= columns for row in fit or ())
    meant = letters(_HIDDEN.sub(" ", source))
    for shown in (drawn.lines, (line,), fit or drawn.lines):
        assert not any(has_control(row) or "\n" in row for row in shown)
        assert not meant - letters("".join(shown))


def _mutated(chance: random.Random) -> str:
    pieces = re.findall(r"\\[A-Za-z]+\*?|\\.|.", chance.choice(SOURCES))
    for _ in range(chance.randint(0, 3)):
        at = chance.randrange(len(pieces))
        pieces[at : at + chance.randint(0, 1)] = chance.choices(PIECES, k=chance.randint(0, 2))
        pieces = pieces or ["x"]
    return "".join(pieces)


def test_no_mutated_formula_raises_or_loses_text() -> None:
    """A typo anywhere gives either all of the text or None, in columns that are straight."""
    chance = random.Random(1)
    for _ in range(2000):
        check(_mutated(chance), chance.choice((10, 20, 40, 80)))


@settings(max_examples=300)
@given(st.lists(st.sampled_from(sorted(set(PIECES))), max_size=12), st.integers(5, 80))
def test_no_heap_of_pieces_raises_or_loses_text(pieces: list[str], columns: int) -> None:
    """Whatever pieces of TeX stand together, the promise holds."""
    check("".join(pieces), columns)


@settings(max_examples=200)
@given(st.text(max_size=30))
def test_no_text_at_all_raises(text: str) -> None:
    """Any text whatever is drawn straight or left to the caller."""
    check(text, 40)


def test_drawing_maths_loads_no_screen() -> None:
    """Maths costs no start-up of rich, whoever asks for it."""
    script = "import sys, flashcards.terminal.mathtext; print('rich' in sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "False"
