// Verifications over REST (specification 4.1 to 4.3, rulings 4.2, 4.3, 4.8).

import type { ReadRecorder } from '../audit/record-reads.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import { originOfClient } from '../http/audit-origin.ts'
import type { Answer, ApiRequest, Endpoint } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { toPage } from '../kernel/page.ts'
import { filterQuery, parseVerificationFilter } from './filter-input.ts'
import { type ReadNeeds, readVerification } from './read-verification.ts'
import { verificationDescriptions } from './verification-descriptions.ts'
import { verificationDetailJson, verificationJson } from './verification-json.ts'
import { listVerifications } from './verification-view.ts'
import { type VerifyLiveNeeds, verifyLive } from './verify-live-routes.ts'
import {
  type VerifySandboxNeeds,
  verifySandboxForm,
  verifySandboxJson,
} from './verify-sandbox-routes.ts'

/** What reading one takes: the trace that it leaves, too. */
interface DetailNeeds extends ReadNeeds {
  readonly reads: ReadRecorder
}

export type VerificationRouteNeeds = VerifyLiveNeeds & VerifySandboxNeeds & DetailNeeds

export function verificationEndpoints(needs: VerificationRouteNeeds): readonly Endpoint[] {
  return [
    {
      audience: 'client',
      scope: 'kyc.verify',
      method: 'POST',
      path: '/kyc/sandbox/verify',
      describe: verificationDescriptions.verifySandbox,
      answer: (request) => verifySandboxJson(needs, request),
    },
    {
      audience: 'client',
      scope: 'kyc.verify',
      method: 'POST',
      path: '/kyc/verify',
      describe: verificationDescriptions.verify,
      answer: (request) =>
        request.caller.environment === 'live'
          ? verifyLive(needs, request)
          : verifySandboxForm(needs, request),
    },
    {
      audience: 'client',
      scope: 'kyc.read',
      method: 'GET',
      path: '/kyc/verifications',
      describe: verificationDescriptions.list,
      answer: (request) => list(needs, request),
    },
    {
      audience: 'client',
      scope: 'kyc.read',
      method: 'GET',
      path: '/kyc/verifications/:id',
      describe: verificationDescriptions.detail,
      answer: (request) => detail(needs, request),
    },
  ]
}

async function list(needs: ReadNeeds, request: ApiRequest): Promise<Answer> {
  const { filter, page } = allAtOnce({
    filter: () => parseVerificationFilter(request.query(filterQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'ver'),
  })
  const { environment } = request.caller
  const rows = await listVerifications(needs.db.reader, { ...filter, environment }, page)
  const { items, nextCursor } = toPage(rows, page.limit)
  return { status: 200, data: { items: items.map(verificationJson), next_cursor: nextCursor } }
}

/** The provider's answer is personal data: it is shown only once the audit log has that it is. */
async function detail(needs: DetailNeeds, request: ApiRequest): Promise<Answer> {
  const id = request.param('id')
  const { environment, id: apiKeyId } = request.caller
  const found = isId('ver', id) ? await readVerification(needs, id, environment) : undefined
  if (!found) throw new AppError('not_found', 'No verification has this id in this environment.')
  if (found.providerAnswer !== undefined) {
    const by = originOfClient(request)
    await needs.reads.record({ by, apiKeyId, verificationId: id, details: { environment } })
  }
  return { status: 200, data: verificationDetailJson(found.verification, found.providerAnswer) }
}
