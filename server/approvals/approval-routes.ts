// Approvals in the console: what waits for a second person, what was decided, and deciding.

import { allAtOnce } from '../http/all-at-once.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { isId } from '../kernel/ids.ts'
import { toPage } from '../kernel/page.ts'
import { type Approval, approvalKindNames, kindsDecidedBy } from './approval.ts'
import { parseApproval } from './approval-input.ts'
import { type ApprovalCountJson, approvalJson } from './approval-json.ts'
import { type Decider, refuseUnknownApproval } from './approval-policy.ts'
import { listApprovals, readNotes } from './approval-store.ts'
import { countWaitingFor, readMemberNames } from './approval-view.ts'
import { type DecisionNeeds, decideApproval, withdrawApproval } from './decide-approval.ts'

export function approvalEndpoints(needs: DecisionNeeds): readonly StaffEndpoint[] {
  const read = { audience: 'staff', permission: 'approvals.read', method: 'GET' } as const
  const change = { audience: 'staff', method: 'POST', confirm: true } as const
  return [
    { ...read, path: '/approvals', answer: (request) => list(needs, request) },
    { ...read, path: '/approvals/count', answer: (request) => count(needs, request) },
    {
      ...change,
      permission: 'approvals.decide',
      path: '/approvals/:id/decide',
      answer: (request) => decide(needs, request),
    },
    {
      ...change,
      permission: 'approvals.request',
      path: '/approvals/:id/withdraw',
      answer: (request) => withdraw(needs, request),
    },
  ]
}

async function list(needs: DecisionNeeds, request: StaffRequest): Promise<Answer> {
  const { view, page } = allAtOnce({
    view: () => parseApproval('list', request.query(['state'])).state,
    page: () => pageRequest(request.query(['limit', 'cursor']), 'apr'),
  })
  const reader = readerOf(request)
  const filter = {
    view,
    kinds: kindsShownTo(reader),
    memberId: reader.id,
    nowMs: needs.clock.now(),
  }
  const found = await listApprovals(needs.keyring, needs.db.reader, filter, page)
  const { items, nextCursor } = toPage(found, page.limit)
  return {
    status: 200,
    data: { items: await present(needs, reader, items), next_cursor: nextCursor },
  }
}

async function count({ db, clock }: DecisionNeeds, request: StaffRequest): Promise<Answer> {
  const { count: waiting } = await countWaitingFor(db.reader, readerOf(request), clock.now())
  const data: ApprovalCountJson = { waiting }
  return { status: 200, data }
}

async function decide(needs: DecisionNeeds, request: StaffRequest): Promise<Answer> {
  const { decision, note } = parseApproval('decision', await request.json())
  const asked = { decision, note }
  const approval = await decideApproval(needs, originOfMember(request), idOf(request), asked)
  return answerWith(needs, request, approval)
}

async function withdraw(needs: DecisionNeeds, request: StaffRequest): Promise<Answer> {
  const approval = await withdrawApproval(needs, originOfMember(request), idOf(request))
  return answerWith(needs, request, approval)
}

async function answerWith(needs: DecisionNeeds, request: StaffRequest, approval: Approval) {
  const [data] = await present(needs, readerOf(request), [approval])
  return { status: 200, data } as const
}

async function present(needs: DecisionNeeds, reader: Decider, approvals: readonly Approval[]) {
  const people = approvals.flatMap(({ requestedBy, progress }) =>
    'by' in progress && progress.by !== undefined ? [requestedBy, progress.by] : [requestedBy],
  )
  const names = await readMemberNames(needs.db.reader, people)
  const ids = approvals.map(({ id }) => id)
  const notes = await readNotes(needs.keyring, needs.db.reader, ids)
  const nowMs = needs.clock.now()
  return approvals.map((one) =>
    approvalJson(one, reader, { names, note: notes.get(one.id) }, nowMs),
  )
}

/** Administrators and auditors see every request, others those they can decide about; all see their own. */
function kindsShownTo({ role }: Decider) {
  const seesAll = role === 'administrator' || role === 'auditor'
  return seesAll ? approvalKindNames : kindsDecidedBy(role)
}

function readerOf({ visit }: StaffRequest): Decider {
  return { id: visit.member.id, role: visit.member.role }
}

function idOf(request: StaffRequest): string {
  const id = request.param('id')
  if (!isId('apr', id)) throw refuseUnknownApproval()
  return id
}
