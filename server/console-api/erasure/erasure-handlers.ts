// Console routes of retention: why a verification must be kept, requesting its erasure, legal holds and the
// certificate.

import { z } from 'zod'
import type { ApprovalNeeds } from '../../approvals/request-approval.ts'
import type { ErasureNeeds } from '../../erasure/erase-verification.ts'
import { parseErasure } from '../../erasure/erasure-input.ts'
import { explainRetention } from '../../erasure/explain-retention.ts'
import { releaseHold, setHold } from '../../erasure/hold-verification.ts'
import { printCertificate } from '../../erasure/print-certificate.ts'
import { readCertificate } from '../../erasure/read-certificate.ts'
import { requestErasure } from '../../erasure/request-erasure.ts'
import { type ErasureRequestedJson, holdJson, retentionJson } from '../../erasure/retention-json.ts'
import type { Answer, FileAnswer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseLanguage } from '../printing/language.ts'
import type { AccessRecorder } from '../verifications/record-accesses.ts'
import { accessOf } from '../verifications/verification-detail-handlers.ts'

type Needs = ErasureNeeds & ApprovalNeeds

export const erasureHandlers = {
  explain,
  request: requestIt,
  hold,
  release,
  certificate,
}

/** Legal holds say that somebody is under investigation; whoever reads them leaves an entry. */
async function explain(
  needs: Needs & { readonly accesses: AccessRecorder },
  request: ConsoleRequest,
): Promise<Answer> {
  const id = request.param('id')
  const explained = await explainRetention(needs, id)
  const count = explained.holds.length
  if (count > 0) {
    const action = 'verification.holds_viewed'
    await needs.accesses.record({ ...accessOf(request, id), action, details: { count } })
  }
  return { status: 200, data: retentionJson(explained, needs.clock.now()) }
}

async function requestIt(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const { reason, authority_reference: authorityReference } = parseErasure(
    'erasure',
    await request.json(),
  )
  const order = { verificationId: request.param('id'), reason, authorityReference }
  const { id } = await requestErasure(needs, originOfUser(request), order)
  const data: ErasureRequestedJson = { approval_id: id }
  return { status: 201, data }
}

async function hold(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const { reason, reference, until } = parseErasure('hold', await request.json())
  const order = { verificationId: request.param('id'), reason, reference, until }
  const set = await setHold(needs, originOfUser(request), order)
  return { status: 201, data: holdJson(set, needs.clock.now()) }
}

async function release(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const released = await releaseHold(needs, originOfUser(request), request.param('hold_id'))
  return { status: 200, data: holdJson(released, needs.clock.now()) }
}

const certificateFormat = z
  .enum(['html', 'json'], { error: 'format must be one of html, json.' })
  .default('html')

/** As a page to print, or as the signed JSON. */
async function certificate(needs: Needs, request: ConsoleRequest): Promise<FileAnswer> {
  const query = request.query(['language', 'format'])
  const { language, format } = collectFaults({
    language: () => parseLanguage(query.language),
    format: () => parseOrRefuse(certificateFormat, query.format, { wholeParam: 'format' }),
  })
  const id = request.param('id')
  const { file } = await readCertificate(needs.db.reader, id)
  const isPage = format === 'html'
  return {
    contentType: isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    file: Buffer.from(isPage ? printCertificate(file, language) : `${JSON.stringify(file)}\n`),
    headers: {
      'Content-Disposition': `attachment; filename="erasure-${id}.${isPage ? 'html' : 'json'}"`,
    },
  }
}
