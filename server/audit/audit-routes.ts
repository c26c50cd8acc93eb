// The audit log over the console's interface. Reading and verifying it are recorded in it.

import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import type { AuditOrigin } from './audit.ts'
import { auditFilterNames, parseAuditFilter, parseKeptHead } from './audit-input.ts'
import { auditEntryJson, chainVerdictJson } from './audit-json.ts'
import { listAuditEntries } from './audit-view.ts'
import { type LookNeeds, recordLook } from './look-at-audit.ts'
import { verifyChain } from './verify-chain.ts'

export function auditEndpoints(needs: LookNeeds): readonly StaffEndpoint[] {
  const place = { audience: 'staff', permission: 'audit.read' } as const
  return [
    { ...place, method: 'GET', path: '/audit', answer: (request) => list(needs, request) },
    {
      ...place,
      method: 'POST',
      path: '/audit/verify',
      answer: (request) => verify(needs, request),
    },
  ]
}

async function list(needs: LookNeeds, request: StaffRequest): Promise<Answer> {
  const page = pageRequest(request.query(['limit', 'cursor']), 'aud')
  const filter = parseAuditFilter(request.query(auditFilterNames))
  const found = await listAuditEntries(needs.db.reader, filter, page)
  const { items, nextCursor } = toPage(found, page.limit)
  const details = { count: items.length }
  await recordLook(needs, originOfCaller(request), { action: 'audit.viewed', details })
  return { status: 200, data: { items: items.map(auditEntryJson), next_cursor: nextCursor } }
}

async function verify(needs: LookNeeds, request: StaffRequest): Promise<Answer> {
  const { head } = await request.json({ mayBeEmpty: true })
  const keptHead = parseKeptHead(head)
  const verdict = await verifyChain(needs, { keptHead, signal: request.signal })
  const details = { count: verdict.faults.length, sequence: verdict.head.sequence }
  await recordLook(needs, originOfCaller(request), { action: 'audit.verified', details })
  return { status: 200, data: chainVerdictJson(verdict) }
}

function originOfCaller({ visit, clientAddress, requestId }: StaffRequest): AuditOrigin {
  return { actor: { kind: 'staff', id: visit.member.id }, clientAddress, requestId }
}
