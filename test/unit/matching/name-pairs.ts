// Names as a client claims them and as a document was read, with the verdict they must lead to. All
// persons are invented. One line a pair: given / family | as read | why. What was read is a full name,
// or given / family where the provider gave the parts.

import type { ClaimedName, ReadName } from '../../../server/matching/compare-names.ts'
import type { MatchVerdict } from '../../../server/matching/match-verdict.ts'
import { differing } from './name-pairs-differing.ts'
import { doubtful } from './name-pairs-doubtful.ts'
import { matching } from './name-pairs-matching.ts'

interface NamePairCase {
  readonly line: string
  readonly claimed: ClaimedName
  readonly read: ReadName
  readonly expected: MatchVerdict
}

const missing = `
 / | AWA DIOP | nothing claimed
Not Available / | AWA DIOP | nothing claimed
Awa / Diop | | nothing read
Awa / Diop | Not Available | the provider's word for nothing
Awa / Diop | NOT AVAILABLE / NOT AVAILABLE | the same in the parts
Awa / Diop | N/A | nothing read
Awa / Diop | -- | nothing read
Awa / Diop | 12345 | no letter
Awa / Diop | MME | a title only
`

export const namePairs: readonly NamePairCase[] = [
  ...casesOf('match', matching),
  ...casesOf('unclear', doubtful),
  ...casesOf('mismatch', differing),
  ...casesOf('not_compared', missing),
]

function casesOf(expected: MatchVerdict, table: string): readonly NamePairCase[] {
  const lines = table.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [claim = '', read = ''] = line.split('|').map((cell) => cell.trim())
    const isFull = read === 'N/A' || !read.includes('/')
    return {
      line,
      claimed: parts(claim),
      read: isFull ? { fullName: read } : parts(read),
      expected,
    }
  })
}

function parts(cell: string): ClaimedName {
  const [firstName = '', lastName = ''] = cell.split('/').map((part) => part.trim())
  return { firstName, lastName }
}
