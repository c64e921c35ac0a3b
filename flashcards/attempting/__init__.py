"""An answer in one's own words, held against the key points of a topic.

Pure. `matching` finds the wordings of key points and misconceptions in an answer, `assessing`
says what that is worth and when it is worth nothing, `judging` speaks to a judge from outside,
`practice` names the cards that train a missing point.

Nothing here grades: what is found is ticked beforehand, and the person has the last word.
"""
