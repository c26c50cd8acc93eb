// Console routes for approvals: lists pending and past requests, decides and withdraws them.

import { type Approval, approvalKindNames, kindsDecidedBy } from '../../approvals/approval.ts'
import { parseApproval } from '../../approvals/approval-input.ts'
import {
  type ApprovalBar,
  type ApprovalCountJson,
  approvalJson,
} from '../../approvals/approval-json.ts'
import { countUsableBy, listApprovals, readNotes } from '../../approvals/approval-list-view.ts'
import { type Decider, mayDecide, refuseUnknownApproval } from '../../approvals/approval-policy.ts'
import { listActive } from '../../approvals/approval-view.ts'
import { countWaitingFor } from '../../approvals/count-waiting.ts'
import {
  type DecisionNeeds,
  decideApproval,
  withdrawApproval,
} from '../../approvals/decide-approval.ts'
import { listTied } from '../../approvals/one-person.ts'
import { type FinishNeeds, finishErasures } from '../../erasure/finish-erasures.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { isId } from '../../kernel/ids.ts'
import { toPage } from '../../kernel/page.ts'
import { readTies } from '../../users/account-ties.ts'
import { readUserNames } from '../../users/user-names-view.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'

export const approvalHandlers = {
  list,
  count,
  decide,
  withdraw,
}

async function list(needs: DecisionNeeds, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['state', ...pageNames])
  const { view, page } = collectFaults({
    view: () => parseApproval('list', query).state,
    page: () => pageRequest(query, 'apr'),
  })
  const reader = readerOf(request)
  const filter = {
    view,
    kinds: kindsShownTo(reader),
    userId: reader.id,
    nowMs: needs.clock.now(),
  }
  const approvals = await listApprovals(needs.keyring, needs.db.reader, filter, page)
  const { items, nextCursor } = toPage(approvals, page.limit)
  return {
    status: 200,
    data: { items: await present(needs, reader, items), next_cursor: nextCursor },
  }
}

async function count({ db, clock }: DecisionNeeds, request: ConsoleRequest): Promise<Answer> {
  const deciding = { clock, readTies }
  const reader = readerOf(request)
  const { count: waiting } = await countWaitingFor(deciding, db.reader, reader)
  const usable = await countUsableBy(db.reader, reader.id, clock.now())
  const data: ApprovalCountJson = { waiting, usable }
  return { status: 200, data }
}

async function decide(
  needs: DecisionNeeds & FinishNeeds,
  request: ConsoleRequest,
): Promise<Answer> {
  const { decision, note } = parseApproval('decision', await request.json())
  const asked = { decision, note }
  const deciding = { ...needs, readTies }
  const approval = await decideApproval(deciding, originOfUser(request), idOf(request), asked)
  if (approval.kind === 'verification_erasure') await finishErasures(needs)
  return answerWith(needs, request, approval)
}

async function withdraw(needs: DecisionNeeds, request: ConsoleRequest): Promise<Answer> {
  const approval = await withdrawApproval(needs, originOfUser(request), idOf(request))
  return answerWith(needs, request, approval)
}

async function answerWith(needs: DecisionNeeds, request: ConsoleRequest, approval: Approval) {
  const [data] = await present(needs, readerOf(request), [approval])
  return { status: 200, data } as const
}

async function present(needs: DecisionNeeds, reader: Decider, approvals: readonly Approval[]) {
  const userIds = approvals.flatMap(({ requestedBy, progress }) =>
    'by' in progress && progress.by !== undefined ? [requestedBy, progress.by] : [requestedBy],
  )
  const names = await readUserNames(needs.db.reader, userIds)
  const ids = approvals.map(({ id }) => id)
  const notes = await readNotes(needs.keyring, needs.db.reader, ids)
  const barOf = await readBars(needs, reader, approvals)
  const nowMs = needs.clock.now()
  return approvals.map((one) =>
    approvalJson(one, reader, { names, note: notes.get(one.id), bar: barOf(one) }, nowMs),
  )
}

async function readBars(
  { db, clock }: DecisionNeeds,
  reader: Decider,
  approvals: readonly Approval[],
): Promise<(approval: Approval) => ApprovalBar | undefined> {
  const decidable = approvals.filter((one) => mayDecide(one, reader, clock.now()))
  const requesters = decidable.map(({ requestedBy }) => requestedBy)
  const active = await listActive(db.reader, requesters)
  const tied = await listTied({ clock, readTies }, db.reader, decidable, reader.id)
  return (approval) => {
    if (!decidable.includes(approval)) return undefined
    if (!active.has(approval.requestedBy)) return 'requester_inactive'
    return tied.has(approval) ? 'one_person' : undefined
  }
}

/** Administrators and auditors see every request, others only those they can decide; everyone sees their own. */
function kindsShownTo({ role }: Decider) {
  const seesAll = role === 'administrator' || role === 'auditor'
  return seesAll ? approvalKindNames : kindsDecidedBy(role)
}

function readerOf({ signedIn }: ConsoleRequest): Decider {
  return { id: signedIn.user.id, role: signedIn.user.role }
}

function idOf(request: ConsoleRequest): string {
  const id = request.param('id')
  if (!isId('apr', id)) throw refuseUnknownApproval()
  return id
}
