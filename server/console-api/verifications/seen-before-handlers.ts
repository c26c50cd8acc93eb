// The console route for the other verifications with the same document number or the same reference. It tells that
// they have it, never what it is.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { findNumberReuse, findSameNumber } from '../../verifications/find-number-reuse.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { findHiddenDecisions } from '../hidden-decisions.ts'
import { findVerificationDetail } from './read-verification-detail.ts'
import type { AccessRecorder } from './record-accesses.ts'
import { type SeenBeforeJson, seenJson } from './seen-before-json.ts'
import { listSeenByNumber, listSeenByReference } from './seen-before-view.ts'
import { accessOf } from './verification-detail-handlers.ts'

interface SeenBeforeNeeds extends Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'> {
  readonly accesses: AccessRecorder
}

export const seenBeforeHandlers = {
  list,
}

/** Of each kind, so many are listed. */
const listedMax = 10

async function list(needs: SeenBeforeNeeds, request: ConsoleRequest): Promise<Answer> {
  const verification = await findVerificationDetail(needs, request)
  const found = await readSeenBefore(needs, verification)
  const ids = found.items.map(({ id }) => id)
  const hidden = await findHiddenDecisions(needs, request, ids)
  const data = { ...found, items: found.items.map((one) => withoutOutcome(one, hidden)) }
  if (data.items.length > 0) {
    const details = { count: data.items.length }
    const action = 'verification.seen_before_viewed'
    await needs.accesses.record({ ...accessOf(request, verification.id), action, details })
  }
  return { status: 200, data }
}

const nothing = { items: [], is_more: false, reuse: null } as const

function withoutOutcome(
  one: SeenBeforeJson['items'][number],
  hidden: ReadonlySet<string>,
): SeenBeforeJson['items'][number] {
  if (one.review === null || !hidden.has(one.id)) return one
  return { ...one, review: { ...one.review, outcome: null } }
}

async function readSeenBefore(
  needs: SeenBeforeNeeds,
  { id, environment, externalRef }: Awaited<ReturnType<typeof findVerificationDetail>>,
): Promise<SeenBeforeJson> {
  const { reader } = needs.db
  const same = needs.config.reviews.seenBefore ? await findSameNumber(needs, reader, id) : undefined
  if (same === undefined) return nothing
  const query = { id, environment, numbers: same.numbers, rowsMax: listedMax + 1 }
  const numbered = await listSeenByNumber(reader, query)
  const referenced =
    externalRef === undefined ? [] : await listSeenByReference(reader, { ...query, externalRef })
  const items = [
    ...seenJson(numbered.slice(0, listedMax), 'id_number'),
    ...seenJson(referenced.slice(0, listedMax), 'external_ref'),
  ]
  const reuse = await findNumberReuse(needs, reader, id)
  return {
    items: items.toSorted((one, other) => (one.id < other.id ? 1 : -1)),
    is_more: numbered.length > listedMax || referenced.length > listedMax,
    reuse: reuse === undefined ? null : { birth_dates: reuse.birthDates, names: reuse.names },
  }
}
