"""Eighty formulas of interview notes, each judged by eye in both forms and pinned.

A block is a name, the TeX, the drawing (`»` marks the baseline) and, after `=`, the one line.
"""

# ruff: noqa: E501, RUF001 - formulas stay whole, and signs that look like others are meant

from typing import NamedTuple

import pytest

from flashcards.terminal.mathtext import box, inline

FORMULAS = r"""
attention
  \text{Attention}(Q,K,V) = \text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V
  :                             ⎛ QKᵀ ⎞
  » Attention(Q, K, V) = softmax⎜─────⎟V
  :                             ⎜ ┌── ⎟
  :                             ⎝ √dₖ ⎠
  = Attention(Q, K, V) = softmax(QKᵀ/√dₖ)V

multi-head attention
  \text{MultiHead}(Q,K,V) = \text{Concat}(\text{head}_1, \ldots, \text{head}_h) W^O
  » MultiHead(Q, K, V) = Concat(head₁, …, headₕ)Wᴼ
  = MultiHead(Q, K, V) = Concat(head₁, …, headₕ)Wᴼ

one head
  \text{head}_i = \text{Attention}(QW_i^Q, KW_i^K, VW_i^V)
  :                     Q
  » headᵢ = Attention(QWᵢ, KWᵢᴷ, VWᵢⱽ)
  = headᵢ = Attention(QW_i^Q, KWᵢᴷ, VWᵢⱽ)

softmax
  \operatorname{softmax}(z)_i = \frac{e^{z_i}}{\sum_{j=1}^{K} e^{z_j}}
  :                    zᵢ
  :                   e
  » softmax(z)ᵢ = ───────────
  :                       zⱼ
  :                ∑ⱼ₌₁ᴷ e
  = softmax(z)ᵢ = e^(zᵢ)/(∑ⱼ₌₁ᴷ e^(zⱼ))

cross entropy
  \mathcal{L} = -\sum_{i=1}^{N} y_i \log \hat{y}_i
  :       N
  » ℒ = - ∑  yᵢ log ŷᵢ
  :      i=1
  = ℒ = -∑ᵢ₌₁ᴺ yᵢ log ŷᵢ

expectation
  \mathbb{E}_{x \sim p(x)}[f(x)] = \int f(x)\,p(x)\,dx
  » 𝔼      [f(x)] = ∫ f(x) p(x) dx
  :  x~p(x)
  = 𝔼_(x~p(x))[f(x)] = ∫ f(x) p(x) dx

normal distribution
  \mathcal{N}(x; \mu, \sigma^2) = \frac{1}{\sqrt{2\pi\sigma^2}} \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right)
  :                  1       ⎛   (x - μ)² ⎞
  » 𝒩(x; μ, σ²) = ─────── exp⎜- ──────────⎟
  :                ┌────     ⎝     2σ²    ⎠
  :                √2πσ²
  = 𝒩(x; μ, σ²) = (1/√(2πσ²)) exp(-(x - μ)²/(2σ²))

rotation matrix
  R(\theta) = \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}
  :        ⎛ cos θ  -sin θ ⎞
  » R(θ) = ⎜               ⎟
  :        ⎝ sin θ  cos θ  ⎠
  = R(θ) = (cos θ, -sin θ; sin θ, cos θ)

gradient descent
  \theta_{t+1} = \theta_t - \eta \nabla_\theta J(\theta_t)
  » θₜ₊₁ = θₜ - η∇ J(θₜ)
  :               θ
  = θₜ₊₁ = θₜ - η∇_θ J(θₜ)

Adam's first moment
  \hat{m}_t = \frac{m_t}{1 - \beta_1^t}
  :         mₜ
  » m̂ₜ = ─────────
  :       1 - β₁ᵗ
  = m̂ₜ = mₜ/(1 - β₁ᵗ)

aligned equations
  \begin{aligned} f(x) &= (x+1)^2 \\ &= x^2 + 2x + 1 \end{aligned}
  » f(x) = (x + 1)²
  :      = x² + 2x + 1
  = f(x) = (x + 1)² = x² + 2x + 1

quadratic formula
  x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
  :           ┌────────
  :      -b ± √b² - 4ac
  » x = ────────────────
  :            2a
  = x = (-b ± √(b² - 4ac))/(2a)

positional encoding
  PE_{(pos, 2i)} = \sin\left(pos / 10000^{2i/d_{\text{model}}}\right)
  :                 ⎛         2i/d     ⎞
  :                 ⎜             model⎟
  » PE         = sin⎝pos/10000         ⎠
  :   (pos,2i)
  = PE_(pos,2i) = sin(pos/10000^(2i/d_model))

chain rule
  \frac{\partial L}{\partial w} = \frac{\partial L}{\partial y} \cdot \frac{\partial y}{\partial w}
  :  ∂L     ∂L     ∂y
  » ──── = ──── · ────
  :  ∂w     ∂y     ∂w
  = ∂L/∂w = ∂L/∂y · ∂y/∂w

Taylor series
  f(x) = \sum_{n=0}^{\infty} \frac{f^{(n)}(a)}{n!}(x-a)^n
  :         ∞   f⁽ⁿ⁾(a)
  » f(x) =  ∑  ───────── (x - a)ⁿ
  :        n=0    n!
  = f(x) = ∑ₙ₌₀^∞ (f⁽ⁿ⁾(a)/n!)(x - a)ⁿ

binomial distribution
  \binom{n}{k} p^k (1-p)^{n-k}
  : ⎛ n ⎞
  » ⎜   ⎟pᵏ(1 - p)ⁿ⁻ᵏ
  : ⎝ k ⎠
  = (n choose k)pᵏ(1 - p)ⁿ⁻ᵏ

singular value decomposition
  A = U \Sigma V^{\top},\quad A \in \mathbb{R}^{m \times n}
  :                 m×n
  » A = UΣVᵀ,  A ∈ ℝ
  = A = UΣVᵀ,  A ∈ ℝ^(m×n)

one attention head in full
  \mathrm{head}_i=\mathrm{softmax}\left(\frac{QW_i^Q\,(KW_i^K)^{\top}}{\sqrt{d_k}}\right)VW_i^V
  :                ⎛   Q         ⎞
  :                ⎜ QWᵢ (KWᵢᴷ)ᵀ ⎟
  » headᵢ = softmax⎜─────────────⎟VWᵢⱽ
  :                ⎜     ┌──     ⎟
  :                ⎝     √dₖ     ⎠
  = headᵢ = softmax(QW_i^Q (KWᵢᴷ)ᵀ/√dₖ)VWᵢⱽ

sum of heads
  \mathrm{Concat}(\mathrm{head}_1,\dots,\mathrm{head}_h)\,W^O=\sum_{i=1}^{h}\mathrm{head}_i\,W_i^O
  :                               h
  » Concat(head₁, …, headₕ) Wᴼ =  ∑  headᵢ Wᵢᴼ
  :                              i=1
  = Concat(head₁, …, headₕ) Wᴼ = ∑ᵢ₌₁ʰ headᵢ Wᵢᴼ

weights of attention
  4\,d_{\mathrm{model}}^2
  » 4 d²
  :    model
  = 4 d²_model

RoPE
  R_{\Theta,m} = \begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}
  :        ⎛ cos mθ  -sin mθ ⎞
  » R    = ⎜                 ⎟
  :  Θ,m   ⎝ sin mθ  cos mθ  ⎠
  = R_(Θ,m) = (cos mθ, -sin mθ; sin mθ, cos mθ)

layer norm
  \text{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta
  :                      x - μ
  » LayerNorm(x) = γ ⊙ ───────── + β
  :                     ┌──────
  :                     √σ² + ϵ
  = LayerNorm(x) = γ ⊙ ((x - μ)/√(σ² + ϵ)) + β

cross entropy of two distributions
  H(p, q) = -\sum_{x \in \mathcal{X}} p(x) \log q(x)
  » H(p, q) = - ∑  p(x) log q(x)
  :            x∈𝒳
  = H(p, q) = -∑_(x∈𝒳) p(x) log q(x)

KL divergence
  D_{\mathrm{KL}}(P \parallel Q) = \sum_x P(x) \log\frac{P(x)}{Q(x)}
  :                          P(x)
  » D  (P ∥ Q) = ∑ P(x) log ──────
  :  KL          x           Q(x)
  = D_KL(P ∥ Q) = ∑ₓ P(x) log(P(x)/Q(x))

Bayes
  P(A \mid B) = \frac{P(B \mid A)\,P(A)}{P(B)}
  :             P(B | A) P(A)
  » P(A | B) = ───────────────
  :                 P(B)
  = P(A | B) = (P(B | A) P(A))/P(B)

merge sort
  T(n) = 2T(n/2) + O(n) = O(n \log n)
  » T(n) = 2T(n/2) + O(n) = O(n log n)
  = T(n) = 2T(n/2) + O(n) = O(n log n)

divide and conquer
  T(n) = aT\left(\frac{n}{b}\right) + f(n)
  :          ⎛ n ⎞
  » T(n) = aT⎜───⎟ + f(n)
  :          ⎝ b ⎠
  = T(n) = aT(n/b) + f(n)

master theorem
  T(n) = \begin{cases} \Theta(n^{\log_b a}) & \text{if } f(n) = O(n^{\log_b a - \epsilon}) \\ \Theta(n^{\log_b a} \log n) & \text{if } f(n) = \Theta(n^{\log_b a}) \\ \Theta(f(n)) & \text{otherwise} \end{cases}
  :        ⎧    log  a                       log  a-ϵ
  :        ⎪       b                            b
  :        ⎪ Θ(n      )         if f(n) = O(n        )
  :        ⎪
  » T(n) = ⎨    log  a                       log  a
  :        ⎪       b                            b
  :        ⎪ Θ(n       log n)   if f(n) = Θ(n      )
  :        ⎪
  :        ⎩ Θ(f(n))            otherwise
  = T(n) = {Θ(n^(log_b a)) if f(n) = O(n^(log_b a-ϵ)); Θ(n^(log_b a) log n) if f(n) = Θ(n^(log_b a)); Θ(f(n)) otherwise}

big O
  f(n) = O(g(n)) \iff \exists c > 0, n_0 : \forall n \ge n_0,\ f(n) \le c\,g(n)
  » f(n) = O(g(n)) ⟺ ∃c > 0, n₀ : ∀n ≥ n₀, f(n) ≤ c g(n)
  = f(n) = O(g(n)) ⟺ ∃c > 0, n₀ : ∀n ≥ n₀, f(n) ≤ c g(n)

Karatsuba
  O(n^{\log_2 3}) \approx O(n^{1.585})
  :    log₂ 3       1.585
  » O(n      ) ≈ O(n     )
  = O(n^(log₂ 3)) ≈ O(n^1.585)

LoRA
  W = W_0 + BA,\quad B \in \mathbb{R}^{d \times r},\ A \in \mathbb{R}^{r \times k},\ r \ll \min(d, k)
  :                    d×r       r×k
  » W = W₀ + BA,  B ∈ ℝ   , A ∈ ℝ   , r ≪ min(d, k)
  = W = W₀ + BA,  B ∈ ℝ^(d×r), A ∈ ℝ^(r×k), r ≪ min(d, k)

softmax with temperature
  p_i = \frac{\exp(z_i / T)}{\sum_j \exp(z_j / T)}
  :        exp(zᵢ/T)
  » pᵢ = ──────────────
  :       ∑ⱼ exp(zⱼ/T)
  = pᵢ = exp(zᵢ/T)/(∑ⱼ exp(zⱼ/T))

M/M/1 queue
  L = \lambda W, \quad L_q = \frac{\rho^2}{1 - \rho}, \quad W = \frac{1}{\mu - \lambda}
  :                 ρ²             1
  » L = λW,  L  = ───────,  W = ───────
  :           q    1 - ρ         μ - λ
  = L = λW,  L_q = ρ²/(1 - ρ),  W = 1/(μ - λ)

Amdahl's law
  S(N) = \frac{1}{(1 - p) + \frac{p}{N}}
  :               1
  » S(N) = ───────────────
  :                    p
  :         (1 - p) + ───
  :                    N
  = S(N) = 1/((1 - p) + p/N)

entropy
  H(X) = -\sum_{i} p_i \log_2 p_i
  » H(X) = -∑ pᵢ log₂ pᵢ
  :         i
  = H(X) = -∑ᵢ pᵢ log₂ pᵢ

L2 regularisation
  J(\theta) = \frac{1}{2m} \sum_{i=1}^{m} \left(h_\theta(x^{(i)}) - y^{(i)}\right)^2 + \lambda \|\theta\|_2^2
  :         1    m
  » J(θ) = ────  ∑  ⎛h (x⁽ⁱ⁾) - y⁽ⁱ⁾⎞² + λ‖θ‖₂²
  :         2m  i=1 ⎝ θ             ⎠
  = J(θ) = (1/(2m)) ∑ᵢ₌₁ᵐ (h_θ(x⁽ⁱ⁾) - y⁽ⁱ⁾)² + λ‖θ‖₂²

Adam
  \theta_t = \theta_{t-1} - \eta \frac{\hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon}
  :                  m̂ₜ
  » θₜ = θₜ₋₁ - η ─────────
  :                ┌──
  :                √v̂ₜ + ϵ
  = θₜ = θₜ₋₁ - η (m̂ₜ/(√v̂ₜ + ϵ))

momentum
  m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t
  » mₜ = β₁mₜ₋₁ + (1 - β₁)gₜ
  = mₜ = β₁mₜ₋₁ + (1 - β₁)gₜ

backpropagation
  \frac{\partial L}{\partial W^{(l)}} = \delta^{(l)} \left(a^{(l-1)}\right)^{\top}
  :   ∂L
  » ─────── = δ⁽ˡ⁾(a⁽ˡ⁻¹⁾)ᵀ
  :  ∂W⁽ˡ⁾
  = ∂L/∂W⁽ˡ⁾ = δ⁽ˡ⁾(a⁽ˡ⁻¹⁾)ᵀ

convolution
  (f * g)[n] = \sum_{m=-\infty}^{\infty} f[m]\, g[n - m]
  :               ∞
  » (f * g)[n] =  ∑   f[m] g[n - m]
  :              m=-∞
  = (f * g)[n] = ∑_(m=-∞)^∞ f[m] g[n - m]

eigen decomposition
  A = Q \Lambda Q^{-1}, \quad A\mathbf{v} = \lambda\mathbf{v}
  » A = QΛQ⁻¹,  A𝐯 = λ𝐯
  = A = QΛQ⁻¹,  A𝐯 = λ𝐯

cosine similarity
  \cos\theta = \frac{\mathbf{a} \cdot \mathbf{b}}{\|\mathbf{a}\| \|\mathbf{b}\|}
  :          𝐚 · 𝐛
  » cos θ = ────────
  :          ‖𝐚‖‖𝐛‖
  = cos θ = (𝐚 · 𝐛)/(‖𝐚‖‖𝐛‖)

union of sets
  A \cup B = \{x \mid x \in A \lor x \in B\}
  » A ∪ B = {x | x ∈ A ∨ x ∈ B}
  = A ∪ B = {x | x ∈ A ∨ x ∈ B}

inclusion and exclusion
  |A \cup B| = |A| + |B| - |A \cap B|
  » |A ∪ B| = |A| + |B| - |A ∩ B|
  = |A ∪ B| = |A| + |B| - |A ∩ B|

De Morgan
  \overline{A \cup B} = \overline{A} \cap \overline{B}
  : ─────
  » A ∪ B = A̅ ∩ B̅
  = overline(A ∪ B) = A̅ ∩ B̅

Euler's number
  \lim_{n\to\infty}\left(1+\frac{1}{n}\right)^n = e
  :     ⎛     1 ⎞ⁿ
  » lim ⎜1 + ───⎟  = e
  : n→∞ ⎝     n ⎠
  = lim_(n→∞) (1 + 1/n)ⁿ = e

Gaussian integral
  \int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}
  :              ┌─
  : ∞  -x²       √π
  » ∫ e    dx = ────
  : 0            2
  = ∫₀^∞ e^(-x²) dx = √π/2

maximum likelihood
  \hat{\theta} = \operatorname*{arg\,max}_\theta \prod_{i=1}^n p(x_i \mid \theta)
  :              n
  » θ̂ = arg max  ∏  p(xᵢ | θ)
  :        θ    i=1
  = θ̂ = arg max_θ ∏ᵢ₌₁ⁿ p(xᵢ | θ)

variance
  \mathrm{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]^2
  » Var(X) = 𝔼[X²] - 𝔼[X]²
  = Var(X) = 𝔼[X²] - 𝔼[X]²

sum of the first n numbers
  \sum_{i=1}^{n} i = \frac{n(n+1)}{2}
  :  n       n(n + 1)
  »  ∑  i = ──────────
  : i=1         2
  = ∑ᵢ₌₁ⁿ i = n(n + 1)/2

F1 score
  F_1 = 2 \cdot \frac{P \cdot R}{P + R}
  :           P · R
  » F₁ = 2 · ───────
  :           P + R
  = F₁ = 2 · (P · R)/(P + R)

mean squared error
  \text{MSE} = \frac{1}{n}\sum_{i=1}^n (y_i - \hat{y}_i)^2
  :        1   n
  » MSE = ───  ∑  (yᵢ - ŷᵢ)²
  :        n  i=1
  = MSE = (1/n) ∑ᵢ₌₁ⁿ (yᵢ - ŷᵢ)²

sigmoid
  \sigma(x) = \frac{1}{1 + e^{-x}}
  :            1
  » σ(x) = ─────────
  :         1 + e⁻ˣ
  = σ(x) = 1/(1 + e⁻ˣ)

GELU
  \text{GELU}(x) = 0.5x\left(1 + \tanh\left[\sqrt{2/\pi}\,(x + 0.044715x^3)\right]\right)
  :               ⎛        ⎡┌───                 ⎤⎞
  » GELU(x) = 0.5x⎝1 + tanh⎣√2/π (x + 0.044715x³)⎦⎠
  = GELU(x) = 0.5x(1 + tanh[√(2/π) (x + 0.044715x³)])

identity matrix and a right side
  \left[\begin{array}{cc|c} 1 & 0 & a \\ 0 & 1 & b \end{array}\right]
  : ⎡ 1  0 │ a ⎤
  » ⎢      │   ⎥
  : ⎣ 0  1 │ b ⎦
  = [1, 0 | a; 0, 1 | b]

general matrix
  A = \begin{pmatrix} a_{11} & \cdots & a_{1n} \\ \vdots & \ddots & \vdots \\ a_{m1} & \cdots & a_{mn} \end{pmatrix}
  :     ⎛ a₁₁  ⋯  a₁ₙ ⎞
  » A = ⎜  ⋮   ⋱   ⋮  ⎟
  :     ⎝ aₘ₁  ⋯  aₘₙ ⎠
  = A = (a₁₁, ⋯, a₁ₙ; ⋮, ⋱, ⋮; aₘ₁, ⋯, aₘₙ)

determinant
  \begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc
  : │ a  b │
  » │      │ = ad - bc
  : │ c  d │
  = |a, b; c, d| = ad - bc

absolute value
  |x| = \begin{cases} x & \text{if } x \ge 0 \\ -x & \text{otherwise} \end{cases}
  :       ⎧ x    if x ≥ 0
  » |x| = ⎨
  :       ⎩ -x   otherwise
  = |x| = {x if x ≥ 0; -x otherwise}

Bellman equation
  Q^*(s,a) = \mathbb{E}\left[r + \gamma \max_{a'} Q^*(s', a') \mid s, a\right]
  :  *          ⎡           *               ⎤
  » Q (s, a) = 𝔼⎢r + γ max Q (s′, a′) | s, a⎥
  :             ⎣      a′                   ⎦
  = Q^*(s, a) = 𝔼[r + γ max_(a′) Q^*(s′, a′) | s, a]

DPO loss
  \mathcal{L}_{\text{DPO}} = -\mathbb{E}_{(x, y_w, y_l) \sim \mathcal{D}}\left[\log \sigma\left(\beta \log \frac{\pi_\theta(y_w \mid x)}{\pi_{\text{ref}}(y_w \mid x)}\right)\right]
  :                     ⎡     ⎛        π (y  | x)  ⎞⎤
  :                     ⎢     ⎜         θ  w       ⎟⎥
  » ℒ    = -𝔼           ⎢log σ⎜β log ──────────────⎟⎥
  :  DPO     (x,y ,yₗ)~𝒟⎢     ⎜       π   (y  | x) ⎟⎥
  :              w      ⎣     ⎝        ref  w      ⎠⎦
  = ℒ_DPO = -𝔼_((x,y_w,yₗ)~𝒟)[log σ(β log(π_θ(y_w | x)/π_ref(y_w | x)))]

intersection over union
  \text{IoU} = \frac{|A \cap B|}{|A \cup B|}
  :        |A ∩ B|
  » IoU = ─────────
  :        |A ∪ B|
  = IoU = |A ∩ B|/|A ∪ B|

parallel resistors
  R_{\text{total}} = \frac{1}{\frac{1}{R_1} + \frac{1}{R_2}}
  :                1
  » R      = ─────────────
  :  total     1      1
  :           ──── + ────
  :            R₁     R₂
  = R_total = 1/(1/R₁ + 1/R₂)

norm
  \|x\|_p = \left(\sum_i |x_i|^p\right)^{1/p}
  :                 1/p
  » ‖x‖ₚ = ⎛∑ |xᵢ|ᵖ⎞
  :        ⎝i      ⎠
  = ‖x‖ₚ = (∑ᵢ |xᵢ|ᵖ)^(1/p)

Markov's inequality
  \mathrm{Pr}[X \ge a] \le \frac{\mathbb{E}[X]}{a}
  :              𝔼[X]
  » Pr[X ≥ a] ≤ ──────
  :               a
  = Pr[X ≥ a] ≤ 𝔼[X]/a

birthday bound
  p(n) \approx 1 - e^{-\frac{n^2}{2d}}
  :                n²
  :             - ────
  :                2d
  » p(n) ≈ 1 - e
  = p(n) ≈ 1 - e^(-n²/(2d))

binomial coefficient
  \binom{n}{k} = \frac{n!}{k!(n-k)!}
  : ⎛ n ⎞        n!
  » ⎜   ⎟ = ────────────
  : ⎝ k ⎠    k!(n - k)!
  = (n choose k) = n!/(k!(n - k)!)

hash function
  h(k) = \left\lfloor m (kA \bmod 1) \right\rfloor
  » h(k) = ⌊m(kA mod 1)⌋
  = h(k) = ⌊m(kA mod 1)⌋

RSA
  c \equiv m^e \pmod{n}
  » c ≡ mᵉ (mod n)
  = c ≡ mᵉ (mod n)

inner product
  \left\langle \frac{u}{\|u\|}, v \right\rangle
  :  ╱  u     ╲
  » ⟨ ─────, v ⟩
  :  ╲ ‖u‖    ╱
  = ⟨u/‖u‖, v⟩

set of fractions
  \left\{ \frac{a}{b} \,\middle|\, b \ne 0 \right\}
  : ⎧ a  │       ⎫
  » ⎨─── │  b ≠ 0⎬
  : ⎩ b  │       ⎭
  = {a/b | b ≠ 0}

gradient
  \nabla f = \left(\frac{\partial f}{\partial x}, \frac{\partial f}{\partial y}\right)
  :      ⎛ ∂f    ∂f ⎞
  » ∇f = ⎜────, ────⎟
  :      ⎝ ∂x    ∂y ⎠
  = ∇f = (∂f/∂x, ∂f/∂y)

derivative at a point
  \left.\frac{df}{dx}\right|_{x=0}
  :  df │
  » ────│
  :  dx │ₓ₌₀
  = (df/dx)|ₓ₌₀

roots
  \sqrt[3]{x^2 + 1} \ne \sqrt[n]{\frac{a}{b}}
  :             ┌───
  : 3┌──────    │ a
  »  √x² + 1 ≠ n│───
  :             √ b
  = ∛(x² + 1) ≠ ⁿ√(a/b)

root mean square
  \sqrt{\frac{1}{n}\sum_i x_i^2}
  : ┌──────────
  : │ 1
  » │─── ∑ᵢ xᵢ²
  : √ n
  = √((1/n) ∑ᵢ xᵢ²)

two conditions under a sum
  \sum_{\substack{0 \le i \le m \\ 0 < j < n}} P(i,j)
  »   ∑   P(i, j)
  : 0≤i≤m
  : 0<j<n
  = ∑_(0≤i≤m; 0<j<n) P(i, j)

braces with labels
  \underbrace{a + b + c}_{\text{sum}} = \overbrace{x}^{1}
  :              1
  :             ╭┴╮
  » a + b + c =  x
  : ╰───┬───╯
  :    sum
  = underbrace(a + b + c)_sum = overbrace(x)^1

labelled arrow
  X_n \xrightarrow{\text{a.s.}} X
  :     a.s.
  » Xₙ ─────→ X
  = Xₙ ─a.s.→ X

defined and distributed
  y \stackrel{\text{def}}{=} 2x,\quad X \overset{\text{i.i.d.}}{\sim} \mathcal{N}(0, 1)
  :   def        i.i.d.
  » y  =  2x,  X   ~    𝒩(0, 1)
  = y =^def 2x,  X ~^(i.i.d.) 𝒩(0, 1)

frame
  \boxed{E = mc^2}
  : ┌─────────┐
  » │ E = mc² │
  : └─────────┘
  = [E = mc²]

numbered equations
  \begin{gather} a = b \\ c = \frac{d}{e} \tag{1} \end{gather}
  :     a = b
  :
  »      d
  : c = ───    (1)
  :      e
  = a = b; c = d/e   (1)

two columns of equations
  \begin{align*} a &= b & c &= d \\ e &= f & g &= h \end{align*}
  » a = b    c = d
  : e = f    g = h
  = a = b  c = d; e = f  g = h

plain brackets round a fraction
  f(\frac{1}{n})^2
  :  ⎛ 1 ⎞²
  » f⎜───⎟
  :  ⎝ n ⎠
  = f(1/n)²
"""


class Formula(NamedTuple):
    """A formula and what a reader should see of it."""

    name: str
    source: str
    drawing: list[str]
    baseline: int
    line: str


def _formula(block: str) -> Formula:
    name, source, *drawing, line = block.splitlines()
    marks = [row[2] for row in drawing]
    rows = [row[4:] for row in drawing]
    return Formula(name, source.strip(), rows, marks.index("»"), line.removeprefix("  = "))


CASES = [_formula(block) for block in FORMULAS.strip().split("\n\n")]


@pytest.mark.parametrize("formula", CASES, ids=[formula.name for formula in CASES])
def test_a_formula_is_drawn_as_on_paper(formula: Formula) -> None:
    """Every line of the drawing is as judged, and so is the line that stands in the sentence."""
    drawn = box(formula.source)
    assert drawn is not None
    assert [row.rstrip() for row in drawn.lines] == formula.drawing
    assert drawn.baseline == formula.baseline


@pytest.mark.parametrize("formula", CASES, ids=[formula.name for formula in CASES])
def test_a_formula_is_written_in_one_line(formula: Formula) -> None:
    """The one line says the same as the drawing."""
    assert inline(formula.source) == formula.line
