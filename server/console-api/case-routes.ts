// One verification in the console: what was done about it, and what is known of the person. Each look at
// either is recorded.

import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ScoringReference } from '../scoring/scoring-reference.ts'
import { caseJson, personalDetailsJson } from './case-json.ts'
import { parseLookReason } from './look-reason.ts'
import { type CaseNeeds, findCase, openPersonalDetails, readCase } from './read-case.ts'
import type { LookRecorder } from './record-looks.ts'

export interface CaseRouteNeeds extends CaseNeeds {
  readonly clock: Clock
  readonly looks: LookRecorder
  readonly scoringReference: ScoringReference
}

export function caseEndpoints(needs: CaseRouteNeeds): readonly StaffEndpoint[] {
  const place = { audience: 'staff', permission: 'verifications.read' } as const
  return [
    {
      ...place,
      method: 'GET',
      path: '/verifications/:id',
      answer: (request) => show(needs, request),
    },
    {
      ...place,
      method: 'POST',
      path: '/verifications/:id/reveal',
      answer: (request) => reveal(needs, request),
    },
  ]
}

async function show(needs: CaseRouteNeeds, request: StaffRequest): Promise<Answer> {
  const id = request.param('id')
  await findCase(needs, id)
  await needs.looks.record({ ...lookOf(request, id), action: 'verification.viewed' })
  return { status: 200, data: caseJson(needs, await readCase(needs, id)) }
}

async function reveal(needs: CaseRouteNeeds, request: StaffRequest): Promise<Answer> {
  const details = parseLookReason(await request.json({ mayBeEmpty: true }))
  const id = request.param('id')
  await findCase(needs, id)
  const action = 'verification.personal_details_viewed'
  await needs.looks.record({ ...lookOf(request, id), action, details })
  const found = await openPersonalDetails(needs, id)
  if (found === undefined) throw erased()
  return { status: 200, data: personalDetailsJson(found) }
}

export function lookOf(request: StaffRequest, verificationId: string) {
  return { by: originOfMember(request), sessionId: request.visit.session.id, verificationId }
}

/** Also where a key or a sealed part no longer opens: for who asks, it is the same. */
export function erased(): AppError {
  return new AppError('not_found', 'What was known of this person has been erased.')
}
