r"""What TeX's names for single signs mean: ``\leq`` is ``≤`` and stands between two sides.

Names and meanings follow plain TeX, LaTeX and amsmath; the characters are those of Unicode
Technical Report 25 (Unicode support for mathematics), with plain ASCII where a terminal font
draws it as well.
"""

# ruff: noqa: RUF001 - signs that look like others are meant as they are

from flashcards.terminal.mathtext.tree import Kind, Operator, Symbol

_SIGNS = {
    Kind.ORDINARY: r"""
        alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ
        iota ι kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ
        sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω digamma ϝ
        Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
        varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ varPhi Φ varPsi Ψ
        varOmega Ω
        infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ emptyset ∅
        varnothing ∅ ell ℓ hbar ℏ hslash ℏ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ wp ℘ angle ∠
        measuredangle ∡ triangle △ square □ Box □ blacksquare ■ qed □ lozenge ◊ Diamond ◇ top ⊤
        bot ⊥ prime ′ backprime ‵ degree ° checkmark ✓ surd √ imath ı jmath ȷ complement ∁
        clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ flat ♭ natural ♮ sharp ♯ S § P ¶
        pounds £ copyright © yen ¥ eth ð mho ℧ backslash \ bigstar ★ maltese ✠
    """,
    Kind.BINARY: r"""
        pm ± mp ∓ times × div ÷ cdot · centerdot · ast * star ⋆ circ ∘ bullet • cap ∩ cup ∪
        uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀
        diamond ⋄ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger † dag † ddagger ‡ ddag ‡
        amalg ⨿ bigcirc ◯ triangleleft ◁ triangleright ▷ bigtriangleup △ bigtriangledown ▽
        ltimes ⋉ rtimes ⋊ intercal ⊺ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ veebar ⊻
        barwedge ⊼ curlyvee ⋎ curlywedge ⋏ circledast ⊛ circledcirc ⊚ circleddash ⊝ dotplus ∔
        Cap ⋒ Cup ⋓ bmod mod
    """,
    Kind.RELATION: r"""
        leq ≤ le ≤ geq ≥ ge ≥ leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ neq ≠ ne ≠ ll ≪ gg ≫ lll ⋘
        ggg ⋙ lt < gt > equiv ≡ sim ~ nsim ≁ simeq ≃ approx ≈ approxeq ≊ cong ≅ ncong ≇
        propto ∝ varpropto ∝ prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽
        lesssim ≲ gtrsim ≳ lessgtr ≶ gtrless ≷ nless ≮ ngtr ≯ nleq ≰ ngeq ≱ lneq ⪇ gneq ⪈
        subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ nsubseteq ⊈
        nsupseteq ⊉ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒
        in ∈ ni ∋ owns ∋ notin ∉ vdash ⊢ dashv ⊣ nvdash ⊬ models ⊨ vDash ⊨ nvDash ⊭ Vdash ⊩
        perp ⊥ mid | nmid ∤ parallel ∥ nparallel ∦ asymp ≍ doteq ≐ doteqdot ≑ triangleq ≜
        coloneqq ≔ eqqcolon ≕ coloneq ≔ bumpeq ≏ smile ⌣ frown ⌢ bowtie ⋈ Join ⋈ between ≬
        trianglelefteq ⊴ trianglerighteq ⊵ vartriangleleft ⊲ vartriangleright ⊳
        therefore ∴ because ∵ multimap ⊸
        to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐
        Leftrightarrow ⇔ implies ⟹ impliedby ⟸ iff ⟺ longrightarrow ⟶ longleftarrow ⟵
        longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺ mapsto ↦
        longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ uparrow ↑ downarrow ↓ updownarrow ↕
        Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖
        rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽
        rightleftharpoons ⇌ leftrightharpoons ⇋ leadsto ⇝ rightsquigarrow ⇝
        twoheadrightarrow ↠ twoheadleftarrow ↞ rightarrowtail ↣ rightrightarrows ⇉
        leftleftarrows ⇇ rightleftarrows ⇄ leftrightarrows ⇆ upuparrows ⇈ downdownarrows ⇊
        nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮
        nLeftrightarrow ⇎ curvearrowright ↷ curvearrowleft ↶ circlearrowleft ↺
        circlearrowright ↻ dashrightarrow ⇢ dashleftarrow ⇠ Lsh ↰ Rsh ↱
    """,
    Kind.OPENING: """
        langle ⟨ lfloor ⌊ lceil ⌈ lbrace { lvert | lVert ‖ lgroup ⟮ llbracket ⟦ ulcorner ⌜
    """,
    Kind.CLOSING: """
        rangle ⟩ rfloor ⌋ rceil ⌉ rbrace } rvert | rVert ‖ rgroup ⟯ rrbracket ⟧ urcorner ⌝
    """,
    Kind.BAR: "vert | Vert ‖",
    Kind.PUNCTUATION: "colon : cdotp · ldotp .",
    Kind.INNER: "ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotso … dotsb ⋯ dotsm ⋯ dotsi ⋯",
}  # fmt: skip

_BIG = """
    sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ oiint ∯ bigcup ⋃ bigcap ⋂ bigsqcup ⨆
    bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄
"""
_FUNCTIONS = """
    arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh
    tan tanh
"""
_LIMITS = "det gcd inf lim max min sup argmax argmin Pr"
_TWO_WORDS = {"liminf": "lim inf", "limsup": "lim sup"}

_CHARACTERS = {
    Kind.BINARY: "+-*",
    Kind.RELATION: "=<>:",
    Kind.OPENING: "([",
    Kind.CLOSING: ")]",
    Kind.PUNCTUATION: ",;",
    Kind.BAR: "|‖",
    Kind.ORDINARY: ".",
}


def _pairs(names: str) -> dict[str, str]:
    words = names.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SYMBOLS = {
    name: Symbol(text, kind)
    for kind, names in _SIGNS.items()
    for name, text in _pairs(names).items()
} | {
    "lbrack": Symbol("[", Kind.OPENING),
    "rbrack": Symbol("]", Kind.CLOSING),
}
"""The signs behind the names, a name without its backslash."""

OPERATORS = (
    {name: Operator(text, big=True, limits=True) for name, text in _pairs(_BIG).items()}
    | {name: Operator(name, big=False, limits=False) for name in _FUNCTIONS.split()}
    | {name: Operator(name, big=False, limits=True) for name in _LIMITS.split()}
    | {name: Operator(text, big=False, limits=True) for name, text in _TWO_WORDS.items()}
)
"""The operators behind the names, a name without its backslash."""

ESCAPED = {
    "{": Symbol("{", Kind.OPENING),
    "}": Symbol("}", Kind.CLOSING),
    "|": Symbol("‖", Kind.BAR),
} | {character: Symbol(character) for character in "%#_&$"}
"""The signs that a backslash makes of a special character."""

_KINDS = {symbol.text: symbol.kind for symbol in reversed(SYMBOLS.values())} | {
    character: kind for kind, characters in _CHARACTERS.items() for character in characters
}
_DELIMITERS = {
    **{
        f"\\{name}": symbol.text
        for name, symbol in SYMBOLS.items()
        if symbol.kind in {Kind.OPENING, Kind.CLOSING, Kind.BAR} or name.endswith("arrow")
    },
    **{f"\\{bracket}": ESCAPED[bracket].text for bracket in "{}|"},
    **{character: character for character in "()[]|/⟨⟩⌊⌋⌈⌉‖"},
    "\\backslash": "\\",
    "<": "⟨",
    ">": "⟩",
    ".": "",
}


def sign(character: str) -> Symbol:
    """Give the sign that a character of the source stands for, `≤` among them."""
    return Symbol(character, _KINDS.get(character, Kind.ORDINARY))


def delimiter(lexeme: str) -> str | None:
    r"""Give what may follow ``\left``: a bracket, the empty text for a dot, None for no delimiter.

    `lexeme` is one character or a command with its backslash.
    """
    return _DELIMITERS.get(lexeme)
