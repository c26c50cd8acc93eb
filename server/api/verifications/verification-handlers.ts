// Verifications over REST (specification 4.1 to 4.3, rulings 4.2, 4.3, 4.8).

import type { ReadRecorder } from '../../audit/record-reads.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isId } from '../../kernel/ids.ts'
import { filterQuery, parseVerificationFilter } from '../../verifications/filter-input.ts'
import { type ReadNeeds, readVerification } from '../../verifications/read-verification.ts'
import { listVerifications, readerForList } from '../../verifications/verification-view.ts'
import type { ApiRequest } from '../api-route.ts'
import { originOfClient } from '../audit-origin.ts'
import { listedVerificationJson, verificationDetailJson } from './verification-json.ts'
import { type VerifyLiveNeeds, verifyLive } from './verify-live-handlers.ts'
import {
  type VerifySandboxNeeds,
  verifySandboxForm,
  verifySandboxJson,
} from './verify-sandbox-handlers.ts'

/** What reading one takes: the trace that it leaves, too. */
interface DetailNeeds extends ReadNeeds {
  readonly reads: ReadRecorder
}

export type VerificationRouteNeeds = VerifyLiveNeeds & VerifySandboxNeeds & DetailNeeds

export const verificationHandlers = {
  verify,
  verifySandbox: verifySandboxJson,
  list,
  detail,
}

/** With a sandbox key, the live form submits a sandbox verification. */
function verify(needs: VerificationRouteNeeds, request: ApiRequest) {
  return request.apiKey.environment === 'live'
    ? verifyLive(needs, request)
    : verifySandboxForm(needs, request)
}

async function list(needs: ReadNeeds, request: ApiRequest): Promise<Answer> {
  const { filter, page } = collectFaults({
    filter: () => parseVerificationFilter(request.query(filterQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'ver'),
  })
  const { environment } = request.apiKey
  const reader = readerForList(needs.db, filter)
  const rows = await listVerifications(reader, { ...filter, environment }, page)
  return pageAnswer(rows, page, (row) => listedVerificationJson(row, row.review))
}

/** The provider's answer and the document's zone are personal data: shown only once the audit log has that they are. */
async function detail(needs: DetailNeeds, request: ApiRequest): Promise<Answer> {
  const id = request.param('id')
  const { environment, id: apiKeyId } = request.apiKey
  const found = isId('ver', id) ? await readVerification(needs, id, environment) : undefined
  if (!found) throw new AppError('not_found', 'No verification has this id in this environment.')
  if (found.providerAnswer !== undefined || found.zone?.found !== undefined) {
    const by = originOfClient(request)
    await needs.reads.record({ by, apiKeyId, verificationId: id, details: { environment } })
  }
  return { status: 200, data: verificationDetailJson(found) }
}
