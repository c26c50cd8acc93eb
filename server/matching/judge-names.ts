// Reduces a pairing of two names to one reason, and the reason to a verdict. Last step of the name
// comparison, and the only one with policy.

import type { Likeness } from './likeness.ts'
import type { MatchVerdict } from './match-verdict.ts'
import type { NamePart, NameToken } from './name-tokens.ts'
import type { Pairing } from './pair-tokens.ts'

/** The reason for the verdict on a name, for the reviewer. */
export type NameReason =
  | 'names_agree'
  /** Everything that both sides have agrees; one side has more. */
  | 'names_left_out'
  /** At least one word agrees only in part: see the likeness of the pairs. */
  | 'spelling_in_doubt'
  /** Given and family names both agree in part, and each side has a name that the other lacks. */
  | 'names_partly_differ'
  /** The given or the family name was claimed, but nothing similar was read, nor anything else. */
  | 'part_not_read'
  /**
   * Only initials or a leading name agree for the given or family name, which is true of many
   * people.
   */
  | 'too_little_to_tell'
  /** Omar ben Ali and Ali ben Omar: the same words, father and son. */
  | 'parentage_reversed'
  /** The unmatched words of one side are in a script without rules. */
  | 'other_script'
  | 'too_long'
  /** The document's full name and its parts lead to opposite verdicts. */
  | 'readings_disagree'
  | 'given_names_differ'
  | 'family_names_differ'
  | 'names_differ'
  | 'nothing_claimed'
  | 'nothing_read'

export const verdictOfReason: Readonly<Record<NameReason, MatchVerdict>> = {
  names_agree: 'match',
  names_left_out: 'match',
  spelling_in_doubt: 'unclear',
  names_partly_differ: 'unclear',
  part_not_read: 'unclear',
  too_little_to_tell: 'unclear',
  parentage_reversed: 'unclear',
  other_script: 'unclear',
  too_long: 'unclear',
  readings_disagree: 'unclear',
  given_names_differ: 'mismatch',
  family_names_differ: 'mismatch',
  names_differ: 'mismatch',
  nothing_claimed: 'not_compared',
  nothing_read: 'not_compared',
}

/**
 * How much a pair of this likeness proves. An initial agrees with too many names to prove anything.
 */
const strength: Readonly<Record<Likeness, 'sure' | 'doubtful' | 'little'>> = {
  same_writing: 'sure',
  same_sound: 'sure',
  same_name: 'sure',
  cut_short: 'sure',
  look_alike: 'doubtful',
  attached_particle: 'doubtful',
  related: 'doubtful',
  other_vowels: 'doubtful',
  slip: 'doubtful',
  near: 'doubtful',
  clipped: 'doubtful',
  initial: 'little',
}

/** Words of a whole name: a given name and a family name. */
const wholeNameTokensMin = 2

/** Returns the first reason that applies: contradiction, unreadable words, doubt, agreement. */
export function judgeNames(pairing: Pairing): NameReason {
  const parts = claimedParts(pairing)
  const contradicting = pairing.claimedAlone.length > 0 && pairing.readAlone.length > 0
  if (contradicting) return isPartlyUnread(pairing) ? 'other_script' : contradiction(parts)
  if (isUnread(pairing, parts)) return 'other_script'
  if (parts.some((one) => one.paired.length === 0)) return 'part_not_read'
  if (pairing.pairs.some((pair) => strength[pair.likeness] === 'doubtful'))
    return 'spelling_in_doubt'
  if (isParentageReversed(pairing)) return 'parentage_reversed'
  const complete = pairing.claimedAlone.length + pairing.readAlone.length === 0
  const certain = pairing.pairs.every((pair) => strength[pair.likeness] === 'sure')
  if (complete && certain) return 'names_agree'
  if (!parts.every((one) => isIdentified(one.part, pairing))) return 'too_little_to_tell'
  return complete ? 'names_agree' : 'names_left_out'
}

/** Whether one side has words in another script and no whole name in Latin script beside them. */
function isPartlyUnread(pairing: Pairing): boolean {
  const { pairs, claimedAlone, claimedUnread, readAlone, readUnread } = pairing
  const claimedLatin = pairs
    .flatMap((pair) => pair.claimed)
    .filter(isLatin)
    .concat(claimedAlone)
  const readLatin = pairs
    .flatMap((pair) => pair.read)
    .filter(isLatin)
    .concat(readAlone)
  return (
    (claimedUnread.length > 0 && claimedLatin.length < wholeNameTokensMin) ||
    (readUnread.length > 0 && readLatin.length < wholeNameTokensMin)
  )
}

function isLatin(token: NameToken): boolean {
  return token.script === 'latin' && token.kind !== 'particle'
}

/** Whether words in another script prevent a verdict: a whole part, or some on both sides. */
function isUnread(pairing: Pairing, parts: readonly ClaimedPart[]): boolean {
  const [ours, theirs] = [pairing.claimedUnread.length > 0, pairing.readUnread.length > 0]
  return (ours && theirs) || ((ours || theirs) && parts.some((one) => one.paired.length === 0))
}

interface ClaimedPart {
  readonly part: NamePart
  readonly paired: readonly NameToken[]
  readonly alone: readonly NameToken[]
  readonly unread: readonly NameToken[]
}

/** Returns the claimed parts, each with its matched and unmatched words. */
function claimedParts({ pairs, claimedAlone, claimedUnread }: Pairing): readonly ClaimedPart[] {
  const paired = pairs.flatMap((pair) => pair.claimed).filter((token) => token.kind !== 'particle')
  return (['given', 'family'] as const)
    .map((part) => ({
      part,
      paired: paired.filter((token) => token.part === part),
      alone: claimedAlone.filter((token) => token.part === part),
      unread: claimedUnread.filter((token) => token.part === part),
    }))
    .filter(({ paired, alone, unread }) => paired.length + alone.length + unread.length > 0)
}

/**
 * For two sides that each have a name the other lacks: a mismatch as soon as one whole part is not
 * confirmed.
 */
function contradiction(parts: readonly ClaimedPart[]): NameReason {
  const differing = parts.filter((one) => !isConfirmed(one)).map((one) => one.part)
  if (differing.length === 0) return 'names_partly_differ'
  if (differing.length === parts.length) return 'names_differ'
  return differing.includes('given') ? 'given_names_differ' : 'family_names_differ'
}

/** A leading name alone does not confirm a part: Mame does not confirm Mame Diarra. */
function isConfirmed({ paired, alone }: ClaimedPart): boolean {
  return alone.length === 0 || paired.some((token) => token.kind !== 'leading_name')
}

/** Whether at least one identifying word of the part is on the document too. */
function isIdentified(part: NamePart, { pairs }: Pairing): boolean {
  const identify = (tokens: readonly NameToken[]) => tokens.some((token) => token.kind === 'name')
  return pairs
    .filter((pair) => identify(pair.claimed) && identify(pair.read))
    .some((pair) => pair.claimed.some((token) => token.part === part))
}

/** Whether both sides name a parent, and each side's parent is the other side's person. */
function isParentageReversed({ pairs }: Pairing): boolean {
  const namesParent = (tokens: readonly NameToken[]) => tokens.some((token) => token.parent)
  const ours = pairs.filter((pair) => namesParent(pair.claimed))
  const theirs = pairs.filter((pair) => namesParent(pair.read))
  return ours.length > 0 && theirs.length > 0 && !ours.some((pair) => theirs.includes(pair))
}
