"""Two generators that pull against each other, on collections like those people have.

The first edits cards, and asks that their histories stay. The second replaces cards by others of
the same formula, and asks that no history is handed over. Either is easy alone.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pytest

from flashcards.identity import Matching, Present, match
from flashcards.model import Kind, Section, Uid
from flashcards.notes import Known

# question | answer | the question reworded | the answer reworded; {{gaps}} make it a cloze, which
# has no answer of its own and is reworded in the third field.
VARIED = """
What does a write-back cache do on a write? | It changes the cache only, and memory later, on eviction. | On a write, what does a write-back cache change? | It updates only the cache; memory follows on eviction.
Why does BFS find shortest paths in an unweighted graph? | It visits vertices in order of their distance from the start. | Why are BFS paths shortest when a graph is unweighted? | Vertices are visited in order of distance from the start.
What makes a hash function consistent in consistent hashing? | Adding a node moves only the keys of its arc of the ring. | What is consistent about consistent hashing? | When a node is added, only the keys on its arc of the ring move.
Big-endian | The most significant byte comes first. | Big-endian byte order | The byte of most significance comes first.
When is a B-tree better than a hash index? | For range queries and ordered scans. | When does a B-tree beat a hash index? | For ordered scans and range queries.
What does the GIL protect? | The interpreter's own state, such as reference counts. | What is it that the GIL protects? | Interpreter state such as reference counts.
Why can a deadlock not happen with a global lock order? | A cycle in the wait-for graph would need some thread to break the order. | Why does a global lock order rule out deadlock? | Some thread would have to break the order to close a cycle in the wait-for graph.
What is tail latency amplification? | A request that fans out is as slow as its slowest shard. | What does tail latency amplification mean? | A fanned-out request is as slow as the slowest shard.
What is stored in the KV cache? | The keys and values of all earlier tokens, for every layer and head. | What does the KV cache store? | For every layer and head, the keys and values of earlier tokens.
Why are attention scores divided by the square root of d_k? | Otherwise their variance grows with d_k and softmax saturates. | Why divide attention scores by the square root of d_k? | Their variance would grow with d_k, and the softmax would saturate.
Which isolation level still allows write skew? | Snapshot isolation | Under which isolation level is write skew still possible? | Snapshot isolation (not serializable)
What does fsync guarantee that write does not? | The data has reached stable storage, not just the page cache. | What is guaranteed by fsync but not by write? | That data reached stable storage and not just the page cache.
Who picks the ephemeral port of a TCP client? | The client's kernel | Who chooses the ephemeral port of a TCP client? | The kernel of the client
What is a phantom read? | A repeated range query returns rows that another transaction inserted. | What is meant by a phantom read? | Repeating a range query returns rows inserted by another transaction.
How does Raft keep two leaders out of one term? | A leader needs a majority, and each server votes once a term. | How does Raft prevent two leaders in one term? | Each server votes once a term, and a leader needs a majority.
What does idempotent mean for an HTTP method? | Repeating the request leaves the server in the same state. | When is an HTTP method idempotent? | Repeated requests leave the server in the same state.
Why is the L1 penalty sparse? | Its gradient stays constant near zero, so weights are driven to zero. | Why does an L1 penalty give sparse weights? | The gradient does not shrink near zero, so weights are driven all the way to zero.
What does dropout do at inference? | Nothing: all units are used, scaled if training did not scale. | What happens to dropout at inference? | Nothing; all units are used (scaled when training did not scale).
What is the vanishing gradient? | Products of many factors below one shrink the signal to early layers. | What is meant by vanishing gradients? | The signal to early layers shrinks as a product of many factors below one.
Which metric suits a rare positive class better than accuracy? | Precision and recall, or the area under their curve | Which metrics suit rare positives better than accuracy? | Precision and recall (or the area under that curve)
What is the difference between bagging and boosting? | Bagging averages independent models, boosting fits each to the errors so far. | How do bagging and boosting differ? | Bagging averages independent models; boosting fits each one to the errors so far.
How does copy-on-write make fork cheap? | Pages are shared until one side writes to them. | Why does copy-on-write make fork cheap? | The pages stay shared until either side writes.
What is a bloom filter never wrong about? | Absence: it has no false negatives. | About what is a bloom filter never wrong? | About absence, since it has no false negatives.
Which syscall replaces the process image? | execve | Which system call replaces the image of a process? | execve(2)
What is the load factor of a hash table? | Entries divided by buckets. | What does the load factor of a hash table measure? | The entries divided by the buckets.
Why is quicksort's pivot chosen at random? | So that no fixed input is the worst case. | Why choose the pivot of quicksort at random? | No fixed input is then the worst case.
What does the CAP theorem say during a partition? | A system must give up either consistency or availability. | What must a system choose in a partition, by the CAP theorem? | It must give up availability or consistency.
Name the invariant of a binary heap. | Every parent is at most its children. | What is the invariant of a binary heap? | Each parent is at most as large as its children.
What is a covering index? | One that holds every column the query needs. | When is an index covering? | An index with every column that the query needs.
What does SIGKILL allow a process to do first? | Nothing; it cannot be caught. | What may a process do first on SIGKILL? | Nothing, as it cannot be caught.
Why do we salt passwords? | Equal passwords get different hashes, so tables cannot be precomputed. | Why are passwords salted? | So equal passwords hash differently and tables cannot be precomputed.
What is head-of-line blocking in HTTP/1.1? | Responses on one connection must come in the order of requests. | What does head-of-line blocking mean in HTTP/1.1? | On one connection responses must come in request order.
What is beam search? | Decoding that keeps the k best partial sequences at each step. | What does beam search do? | It decodes keeping the k best partial sequences each step.
When does a left join produce NULLs? | For rows of the left table without a match. | When are there NULLs from a left join? | For left rows that have no match.
What is an LSM tree optimised for? | Writes: they go to memory and are flushed in sorted runs. | For what is an LSM tree optimised? | For writes, which go to memory and are flushed as sorted runs.
Which Python statement makes a function a generator? | yield | Which statement turns a Python function into a generator? | yield (or yield from)
Why is a mutable default argument a trap? | It is evaluated once, when the function is defined. | What is the trap in a mutable default argument? | It is evaluated only once, at function definition.
What does Little's law relate? | The number in the system, the arrival rate and the time spent. | Which quantities does Little's law relate? | Number in the system, arrival rate, time spent.
How many bits has an IPv6 address? | 128 | How many bits are in an IPv6 address? | 128 bits
What is gradient clipping for? | It bounds the step when gradients explode. | What is the purpose of gradient clipping? | To bound the step when gradients explode.
A {{cache miss}} on a clean line costs {{one::how many?}} memory access. | | A {{cache miss}} on a clean cache line costs {{one::how many?}} access to memory.
With d_k = d_model / h the projections hold {{4·d_model²}} weights, whatever h. | | When d_k = d_model / h, the projections hold {{4·d_model²}} weights whatever h is.
In Git, {{HEAD}} names the commit that {{the index}} is compared with by {{git diff --staged}}. | | In Git, {{HEAD}} is the commit which {{the index}} is compared with by {{git diff --staged}}.
A page fault is {{minor}} when the page is in memory and {{major}} when it must be read. | | A page fault is called {{minor}} if the page is in memory, {{major}} if it must be read.
Amdahl: with a serial part s, the speed-up is at most {{1/s}}. | | By Amdahl's law, with a serial part s the speed-up is at most {{1/s}}.
{{Backpressure}} makes a producer wait for a slow consumer. | | {{Backpressure}} lets a producer wait for its slow consumer.
ReLU is {{zero}} for negative inputs and {{the identity}} for positive ones. | | ReLU gives {{zero}} on negative inputs and {{the identity}} on positive ones.
The bias of an estimator is {{its expected error}}, its variance {{its spread over samples}}. | | An estimator's bias is {{its expected error}}, and its variance {{its spread over samples}}.
A {{semaphore}} counts permits; a {{mutex}} has an owner. | | A {{semaphore}} only counts permits, whereas a {{mutex}} has an owner.
DNS uses {{UDP}} first and {{TCP}} when an answer is truncated. | | DNS asks by {{UDP}} first and by {{TCP}} when the answer was truncated.
"""  # noqa: E501 - one card a line

TOPICS = """
Why does multi-head attention outperform a single large attention head? | Why do several attention heads beat one large head? | Same weights, but h attention weightings per query instead of one.
How would you design a rate limiter for a public API? | How do you design a rate limiter for an API? | A token bucket per client, kept in a shared store and checked at the edge.
What happens when you type a URL into a browser? | What happens after you type a URL in the browser? | DNS, TCP and TLS, one HTTP request, then parsing, layout and paint.
How do you find the cause of a memory leak in production? | How would you find a memory leak in production? | Compare heap profiles over time and follow the growing type to its owner.
"""  # noqa: E501 - one topic a line

UNDER_TOPIC = """
key_concepts | Attention head (Multi-head attention): what is it? | Query, key and value projections giving one weighted average per query.
red_flags | You said: “It wins because it has more parameters.” Correct yourself. | The weights are equal; there are more independent weightings.
follow_ups | Why can't a wider single head learn what several heads do? | It still gives one weight row per query, shared by all channels.
key_concepts | Token bucket (Rate limiter): what is it? | A bucket refilled at a fixed rate; a request takes one token or is refused.
red_flags | You said: “A counter per minute is enough.” Correct yourself. | Twice the limit can pass around the turn of the minute.
follow_ups | How do you keep the limiter from failing with its store? | Fail open with a local limit, and alarm.
key_concepts | TLS handshake (URL to page): what is it? | The exchange that authenticates the server and agrees on keys.
red_flags | You said: “The browser always asks a DNS server first.” Correct yourself. | The caches of browser, system and resolver come first.
follow_ups | What does HTTP/2 change here? | Many requests share one connection without blocking each other.
key_concepts | Heap profile (Memory leak): what is it? | Live allocations grouped by the place that made them.
red_flags | You said: “A garbage collected language cannot leak.” Correct yourself. | Whatever is still reachable is kept, wanted or not.
follow_ups | What if the heap is flat and the process still grows? | Look at native memory, fragmentation and mapped files.
"""  # noqa: E501 - one card a line


def _rows(table: str) -> list[list[str]]:
    return [[field.strip() for field in row.split("|")] for row in table.strip().splitlines()]


def _family(question: str, facts: str) -> list[tuple[str, str]]:
    pairs = (fact.split("=") for fact in facts.split("; "))
    return [(question.format(subject.strip()), answer.strip()) for subject, answer in pairs]


# Cards of one formula each: alike in everything but what matters.
FAMILIES = {
    "capitals": _family(
        "What is the capital of {}?",
        "France=Paris; Spain=Madrid; Italy=Rome; Peru=Lima; Chile=Santiago; Austria=Vienna; "
        "Australia=Canberra; Slovenia=Ljubljana; Slovakia=Bratislava; Iran=Tehran; Iraq=Baghdad; "
        "Niger=Niamey; Nigeria=Abuja; Norway=Oslo; Sweden=Stockholm; Kenya=Nairobi; Cuba=Havana; "
        "Nepal=Kathmandu; Greece=Athens; Ghana=Accra; Mali=Bamako; Malawi=Lilongwe; Oman=Muscat; "
        "Jordan=Amman; Poland=Warsaw; Latvia=Riga; Japan=Tokyo; Egypt=Cairo",
    ),
    "status": _family(
        "What does HTTP {} mean?",
        "200=OK; 201=Created; 202=Accepted; 204=No Content; 301=Moved Permanently; 302=Found; "
        "304=Not Modified; 307=Temporary Redirect; 308=Permanent Redirect; 400=Bad Request; "
        "401=Unauthorized; 403=Forbidden; 404=Not Found; 405=Method Not Allowed; 409=Conflict; "
        "410=Gone; 412=Precondition Failed; 415=Unsupported Media Type; 418=I'm a teapot; "
        "422=Unprocessable Content; 429=Too Many Requests; 500=Internal Server Error; "
        "501=Not Implemented; 502=Bad Gateway; 503=Service Unavailable; 504=Gateway Timeout",
    ),
    "ports": _family(
        "Which TCP port does {} listen on by default?",
        "FTP=21; SSH=22; Telnet=23; SMTP=25; DNS=53; HTTP=80; POP3=110; IMAP=143; LDAP=389; "
        "HTTPS=443; SMB=445; IMAPS=993; MySQL=3306; RDP=3389; PostgreSQL=5432; AMQP=5672; "
        "Redis=6379; Elasticsearch=9200; Kafka=9092; MongoDB=27017; Memcached=11211; etcd=2379",
    ),
    "complexity": _family(
        "What is the worst-case time complexity of {} on n elements, in big-O notation?",
        "binary search=O(log n); linear search=O(n); merge sort=O(n log n); heapsort=O(n log n); "
        "quicksort=O(n²); insertion sort=O(n²); bubble sort=O(n²); selection sort=O(n²); "
        "building a heap=O(n); inserting into a heap=O(log n); trying all subsets=O(2ⁿ); "
        "trying all permutations=O(n!); counting inversions=O(n log n); finding the maximum=O(n); "
        "a balanced tree lookup=O(log n); a hash table lookup=O(n); reversing a list=O(n); "
        "quickselect=O(n²); Floyd-Warshall=O(n³); timsort=O(n log n); shell sort=O(n²); "
        "tree traversal=O(n)",
    ),
    "versus": _family(
        "What is the difference between {}?",
        "TCP and UDP=TCP is reliable and ordered, UDP is neither; "
        "a process and a thread=A process has its own address space, threads share one; "
        "a mutex and a semaphore=A mutex has an owner, a semaphore counts; "
        "an inner join and an outer join=An outer join keeps rows without a match; "
        "a stack and a queue=A stack is last in first out, a queue first in first out; "
        "precision and recall=Precision is of the found, recall of what there is to find; "
        "a list and a tuple in Python=A list is mutable, a tuple is not; "
        "WHERE and HAVING=WHERE filters rows, HAVING filters groups; "
        "concurrency and parallelism=Concurrency is structure, parallelism is simultaneous work; "
        "authentication and authorization=Authentication is who, authorization is what; "
        "L1 and L2 regularisation=L1 gives sparse weights, L2 small ones; "
        "PUT and PATCH=PUT replaces a resource, PATCH changes part of it; "
        "a clustered and a secondary index=A clustered index holds the rows themselves; "
        "optimistic and pessimistic locking=Optimistic locking checks at commit, the other waits; "
        "latency and throughput=Latency is time for one, throughput is number in a time; "
        "horizontal and vertical scaling=Horizontal adds machines, vertical makes one larger; "
        "a compiler and an interpreter=A compiler translates first, an interpreter while running; "
        "strong and eventual consistency=Strong reads see the last write, eventual ones later; "
        "encryption and hashing=Encryption is reversed with a key, hashing not at all; "
        "a list and a set in Python=A list keeps order and repeats, a set does not; "
        "unit and integration tests=A unit test is of one part, an integration test of several; "
        "symmetric and asymmetric encryption=Symmetric has one key, asymmetric a pair",
    ),
    "flags": _family(
        "In tar, what does the flag -{} do?",
        "c=Creates an archive; x=Extracts an archive; t=Lists an archive; z=Uses gzip; "
        "j=Uses bzip2; J=Uses xz; v=Prints names as it goes; f=Names the archive file; "
        "r=Appends to an archive; u=Appends newer files; k=Keeps existing files; "
        "p=Keeps permissions; C=Changes the directory first; h=Follows links; "
        "W=Verifies after writing; O=Extracts to standard output; P=Keeps leading slashes; "
        "m=Does not keep modification times; S=Handles sparse files; A=Appends another archive; "
        "d=Compares with the file system; l=Warns about links",
    ),
    "operators": _family(
        "In Python, what does `{}` do?",
        "+=Adds; -=Subtracts; *=Multiplies; /=Divides into a float; //=Divides and rounds down; "
        "%=Gives the remainder; **=Raises to a power; &=Takes the and of the bits; "
        "|=Takes the or of the bits; ^=Takes the exclusive or of the bits; <<=Shifts left; "
        ">>=Shifts right; <=Tells if less; >=Tells if greater; ~=Inverts the bits; "
        "@=Multiplies matrices; _=Holds the last value; :=Separates; ...=Stands for nothing yet; "
        ".=Gets an attribute; ,=Makes a tuple; #=Begins a comment",
    ),
    "library": _family(
        "What is the average time complexity of {} in CPython?",
        "list.append=O(1); list.pop=O(1); list.insert=O(n); list.index=O(n); dict.get=O(1); "
        "list.sort=O(n log n); list.reverse=O(n); dict.pop=O(1); dict.keys=O(1); dict.copy=O(n); "
        "set.add=O(1); set.remove=O(1); set.union=O(n); set.copy=O(n); deque.append=O(1); "
        "deque.appendleft=O(1); deque.insert=O(n); deque.rotate=O(n); heapq.heappush=O(log n); "
        "heapq.heappop=O(log n); heapq.heapify=O(n); str.join=O(n); bisect.insort=O(n)",
    ),
    "calls": _family(
        "What does the C function {} do?",
        "malloc=Allocates memory without clearing it; calloc=Allocates memory and clears it; "
        "realloc=Changes the size of allocated memory; free=Returns allocated memory; "
        "strlen=Counts the characters of a string; strcpy=Copies a string; "
        "strncpy=Copies a string up to a length; strcmp=Compares two strings; "
        "strncmp=Compares two strings up to a length; strcat=Appends a string to another; "
        "memcpy=Copies memory that does not overlap; memmove=Copies memory that may overlap; "
        "memset=Fills memory with a byte; memcmp=Compares two pieces of memory; "
        "fopen=Opens a file; fclose=Closes a file; fread=Reads from a file; "
        "fwrite=Writes to a file; fseek=Moves the position in a file; ftell=Tells the position; "
        "fgets=Reads a line from a file; fputs=Writes a string to a file",
    ),
}


class Entry(NamedTuple):
    """A note of the imagined author, who knows what is the same card: ``names`` says so."""

    names: tuple[str, ...]
    path: str
    deck: str
    topic: str
    section: Section
    front: str
    back: str
    reworded: tuple[str, str] = ("", "")

    @property
    def cloze(self) -> bool:
        """Tell whether the note has gaps instead of an answer."""
        return "{{" in self.front and not self.back


def _gap(front: str, asked: int) -> tuple[str, str]:
    """Give front and back of one gap of a cloze text."""
    pieces, hidden = front.replace("}}", "{{").split("{{"), ""
    for place in range(1, len(pieces), 2):
        text, _, hint = pieces[place].partition("::")
        if place // 2 == asked:
            pieces[place], hidden = f"[{hint or '...'}]", text
        else:
            pieces[place] = text
    return "".join(pieces), hidden


def true_cards(entries: Sequence[Entry]) -> Iterator[tuple[str, Present]]:
    """Give the cards of `entries`, each with its true name."""
    for note, entry in enumerate(entries):
        place = (entry.path, entry.deck, entry.topic, note, None, entry.section)
        if entry.cloze:
            for gap, name in enumerate(entry.names):
                yield name, Present(*place, Kind.CLOZE, None, *_gap(entry.front, gap))
        else:
            for name, kind in zip(entry.names, (Kind.BASIC, Kind.REVERSE), strict=False):
                sides = (entry.front, entry.back)
                if kind is Kind.REVERSE:
                    sides = (entry.back, entry.front)
                yield name, Present(*place, kind, None, *sides)


def _varied() -> list[Entry]:
    entries: list[Entry] = []
    for number, (front, back, *reworded) in enumerate(_rows(VARIED)):
        path, deck = (("systems.yaml", "Systems"), ("learning.yaml", "ML::Basics"))[number % 2]
        count = front.count("{{") or (2 if number % 3 == 0 else 1)
        names = tuple(f"varied {number}.{card}" for card in range(count))
        entry = Entry(names, path, deck, "", Section.CARDS, front, back)
        entries.append(entry._replace(reworded=(reworded[0], (reworded[1:] or [""])[0])))
    children = _rows(UNDER_TOPIC)
    for number, (question, reworded_question, tldr) in enumerate(_rows(TOPICS)):
        place = ("interviews.yaml", "Interviews", question)
        entries.append(
            Entry(
                (f"tldr {number}",), *place, Section.TLDR, question, tldr, (reworded_question, "")
            )
        )
        for child, (section, front, back) in enumerate(children[3 * number : 3 * number + 3]):
            entries.append(Entry((f"{number} {child}",), *place, Section(section), front, back))
    return entries


def _formulaic(families: Sequence[str]) -> list[Entry]:
    return [
        Entry((f"{family} {number}",), f"{family}.yaml", family, "", Section.CARDS, *sides)
        for family in families
        for number, sides in enumerate(FAMILIES[family])
    ]


def collection_of_entries() -> list[Entry]:
    """Give some 300 cards: varied ones, topics, and families of one formula."""
    return _varied() + _formulaic(list(FAMILIES))


def _remembered(entries: Sequence[Entry]) -> tuple[dict[Uid, str], list[Known]]:
    """Store `entries` as reviewed cards, and say which uid is which true card."""
    names, present = zip(*true_cards(entries), strict=True)
    cards = match(present, (), aliases={}, taken=lambda _: False).cards
    known = [
        Known(
            who.uid, who.note_uid, card.path, card.topic, card.section, card.kind, who.ordinal,
            card.front, card.back, reviewed=True,
        )
        for who, card in zip(cards, present, strict=True)
    ]  # fmt: skip
    return {who.uid: name for who, name in zip(cards, names, strict=True)}, known


class Outcome(NamedTuple):
    """Histories kept, lost and handed to another card, by the true names of the cards."""

    kept: list[str]
    lost: list[str]
    wrong: list[tuple[str, str]]
    new: int


def _outcome(before: Sequence[Entry], after: Sequence[Entry]) -> Outcome:
    name_of, known = _remembered(before)
    uids = frozenset(name_of)
    names, present = zip(*true_cards(after), strict=True)
    matching = match(present, known, aliases={}, taken=uids.__contains__)
    _assert_lawful(matching)
    outcome = Outcome([], [], [], len(set(names) - set(name_of.values())))
    for name, who in zip(names, matching.cards, strict=True):
        if who.uid in name_of and name_of[who.uid] != name:
            outcome.wrong.append((name_of[who.uid], name))
        elif who.uid in name_of:
            outcome.kept.append(name)
        elif name in name_of.values():
            outcome.lost.append(name)
    return outcome


def _assert_lawful(matching: Matching) -> None:
    uids = [card.uid for card in matching.cards]
    assert len(set(uids)) == len(uids)


Edit = Callable[[Entry, random.Random], Entry]


# A word of four letters or more that is not inside a gap.
_WORD = re.compile(r"(?<![\w{-])[A-Za-z]{4,}(?![\w}])(?![^{]*\}\})")


def _slip(text: str, chance: random.Random) -> str:
    """Misspell one word of `text`: two letters swapped, one lost or one doubled."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    found = chance.choice(words)
    word = found.group()
    at = chance.randrange(1, len(word) - 1)
    wrong = chance.choice(
        (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
        )
    )
    return text[: found.start()] + wrong + text[found.end() :]


def _slip_in_front(entry: Entry, chance: random.Random) -> Entry:
    return entry._replace(front=_slip(entry.front, chance))


def _slip_in_back(entry: Entry, chance: random.Random) -> Entry:
    return entry._replace(back=_slip(entry.back, chance)) if entry.back else entry


def _slip_in_both(entry: Entry, chance: random.Random) -> Entry:
    return _slip_in_back(_slip_in_front(entry, chance), chance)


def _reword_front(entry: Entry, _: random.Random) -> Entry:
    return entry._replace(front=entry.reworded[0] or entry.front)


def _reword_back(entry: Entry, _: random.Random) -> Entry:
    return entry._replace(back=entry.reworded[1] or entry.back)


def _rewrite_back(entry: Entry, _: random.Random) -> Entry:
    return entry._replace(back="Something else entirely.") if entry.back else entry


def _extend_back(entry: Entry, _: random.Random) -> Entry:
    return entry._replace(back=f"{entry.back} Compare the notes.") if entry.back else entry


def _move(entry: Entry, _: random.Random) -> Entry:
    return entry._replace(path="later.yaml", deck="Later")


def _add_gap(entry: Entry, _: random.Random) -> Entry:
    """Insert a gap before the others."""
    found = _WORD.search(entry.front)
    if not entry.cloze or found is None or found.start() > entry.front.index("{{"):
        return entry
    front = f"{entry.front[: found.start()]}{{{{{found.group()}}}}}{entry.front[found.end() :]}"
    return entry._replace(front=front, names=(f"{entry.names[0]} inserted", *entry.names))


EDITS: dict[str, Edit] = {
    "a slip in the question": _slip_in_front,
    "a slip in the answer": _slip_in_back,
    "a slip in both": _slip_in_both,
    "a reworded question": _reword_front,
    "a reworded answer": _reword_back,
    "another answer": _rewrite_back,
    "an extended answer": _extend_back,
    "moved to another file": _move,
    "moved, with a slip": lambda entry, chance: _move(_slip_in_front(entry, chance), chance),
    "moved and reworded": lambda entry, chance: _move(_reword_front(entry, chance), chance),
    "a gap inserted": _add_gap,
}


def _shuffle(entries: Sequence[Entry], chance: random.Random) -> list[Entry]:
    return chance.sample(entries, len(entries))


def _rename(entries: Sequence[Entry], _: random.Random) -> list[Entry]:
    """Rename every file and deck."""
    return [
        entry._replace(path=f"old/{entry.path}", deck=f"Old::{entry.deck}") for entry in entries
    ]


def _split(entries: Sequence[Entry], _: random.Random) -> list[Entry]:
    """Move the second half of every file to a new one."""
    halves: list[Entry] = []
    for path in sorted({entry.path for entry in entries}):
        inside = [entry for entry in entries if entry.path == path]
        middle = len(inside) // 2
        halves += inside[:middle]
        halves += [entry._replace(path=f"2-{path}", deck="Two") for entry in inside[middle:]]
    return halves


def _reword_topics(entries: Sequence[Entry], _: random.Random) -> list[Entry]:
    reworded = {question: other for question, other, _ in _rows(TOPICS)}
    return [
        entry._replace(
            topic=reworded[entry.topic], front=reworded.get(entry.front, entry.front)
        )
        if entry.topic
        else entry
        for entry in entries
    ]  # fmt: skip


REARRANGEMENTS: dict[str, Callable[[Sequence[Entry], random.Random], list[Entry]]] = {
    "as they were": lambda entries, _: list(entries),
    "reordered": _shuffle,
    "files and decks renamed": _rename,
    "files split": _split,
    "topics reworded": _reword_topics,
}


SEEDS = range(3)


@pytest.mark.parametrize("rearrangement", REARRANGEMENTS)
@pytest.mark.parametrize("edit", EDITS)
def test_edits_keep_the_histories(edit: str, rearrangement: str) -> None:
    """Whoever edits a fifth of the cards keeps 98 histories in 100, and mixes up none."""
    kept: list[str] = []
    lost: list[str] = []
    for seed in SEEDS:
        chance = random.Random(seed)
        before = collection_of_entries()
        edited = [
            EDITS[edit](entry, chance) if chance.random() < 0.2 else entry for entry in before
        ]
        outcome = _outcome(before, REARRANGEMENTS[rearrangement](edited, chance))
        assert outcome.wrong == []
        kept += outcome.kept
        lost += outcome.lost
    assert len(kept) >= 0.98 * (len(kept) + len(lost)), lost


@pytest.mark.parametrize("rearrangement", REARRANGEMENTS)
def test_edits_of_all_kinds_at_once_keep_the_histories(rearrangement: str) -> None:
    """Every card edited in one save, each in its own way: still 98 in 100, and none mixed up."""
    kept: list[str] = []
    lost: list[str] = []
    for seed in SEEDS:
        chance = random.Random(seed)
        before = collection_of_entries()
        edited = [chance.choice(list(EDITS.values()))(entry, chance) for entry in before]
        outcome = _outcome(before, REARRANGEMENTS[rearrangement](edited, chance))
        assert outcome.wrong == []
        kept += outcome.kept
        lost += outcome.lost
    assert len(kept) >= 0.98 * (len(kept) + len(lost)), lost


REPLACED = 10


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("place", ["in place", "in another file"])
@pytest.mark.parametrize("others", ["alone", "among others"])
def test_replaced_cards_hand_nothing_over(family: str, place: str, others: str) -> None:
    """Whoever deletes ten cards and adds ten others of their formula begins those anew."""
    new = 0
    wrong: list[tuple[str, str]] = []
    for seed in range(20):
        chance = random.Random(seed)
        drawn = _shuffle(_formulaic([family]), chance)
        added = drawn[REPLACED : 2 * REPLACED]
        if place == "in another file":
            added = [entry._replace(path="later.yaml", deck="Later") for entry in added]
        staying = [*_varied(), *drawn[2 * REPLACED :]] if others == "among others" else []
        outcome = _outcome([*staying, *drawn[:REPLACED]], [*staying, *added])
        assert outcome.lost == []
        wrong += outcome.wrong
        new += outcome.new
    assert new == 20 * REPLACED
    assert len(wrong) <= 0.02 * new, wrong


def test_ten_replaced_in_a_whole_collection_hand_nothing_over() -> None:
    """The same with cards of all formulas at once, while others are corrected in that save."""
    new = 0
    wrong: list[tuple[str, str]] = []
    for seed in range(10):
        chance = random.Random(seed)
        drawn = _shuffle(_formulaic(list(FAMILIES)), chance)
        staying = [*_varied(), *drawn[2 * REPLACED :]]
        corrected = [
            _slip_in_front(entry, chance) if chance.random() < 0.1 else entry for entry in staying
        ]
        outcome = _outcome(
            [*staying, *drawn[:REPLACED]], [*corrected, *drawn[REPLACED : 2 * REPLACED]]
        )
        wrong += outcome.wrong
        new += outcome.new
    assert len(wrong) <= 0.02 * new, wrong
