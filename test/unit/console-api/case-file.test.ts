// Slow: prints a dozen files. test/security/downloads.test.ts prints one in the fast lane.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Pages, printPdf } from '../../../server/console-api/printing/print-pdf.ts'
import type { CaseFile } from '../../../server/console-api/verifications/case-file/case-file.ts'
import { caseFilePages } from '../../../server/console-api/verifications/case-file/case-file-pages.ts'
import { compareClaims } from '../../../server/console-api/verifications/claim-comparison.ts'
import type { VerificationTrace } from '../../../server/console-api/verifications/verification-trace.ts'
import type { FaceComparison } from '../../../server/verifications/face/face-comparison.ts'
import { scored } from '../../support/console-verifications.ts'
import { aVerification } from '../../support/verification.ts'

const submitted = Date.UTC(2026, 10, 21, 14, 3, 12)

function aCase(more: Partial<CaseFile> = {}, deliveries = 1): CaseFile {
  const verification = aVerification({
    environment: 'live',
    status: 'declined',
    reasons: ['name_mismatch'],
    checks: [{ check: 'name', result: 'failed', reason: 'given_names_differ' }],
    scoring: scored(1000),
    createdAt: submitted,
    completedAt: submitted,
  })
  const claims = { firstName: 'Awa', lastName: 'Teranga', dateOfBirth: '1994-03-14' }
  const readings = { fullName: 'ALIMA TERANGA', dateOfBirth: '1994-03' }
  const trace: VerificationTrace = {
    images: [],
    provider: undefined,
    job: undefined,
    usage: [],
    deliveries: Array.from({ length: deliveries }, (_, number) => ({
      id: `dlv_${number}`,
      eventId: `evt_${number}`,
      eventType: 'verification.failed',
      webhookId: 'wh_1',
      state: 'delivered',
      createdAt: submitted,
      attempts: [],
    })),
    accesses: [],
    isErased: false,
  }
  return {
    language: 'en',
    opened: { verification, trace, review: undefined, portrait: undefined },
    person: { claims, readings, answer: undefined, comparison: compareClaims(claims, readings) },
    images: [],
    notes: new Map(),
    madeAt: submitted,
    madeBy: 'Rokhaya',
    purpose: 'audit',
    requestId: 'req_1',
    ...more,
  }
}

interface Furniture {
  readonly header: () => unknown
  readonly footer: (page: number, pages: number) => unknown
}

/** Every text on the pages, in order; with that of the head and the foot of the second of three. */
function textsOf(pages: Pages): readonly string[] {
  const { header, footer } = pages as unknown as Furniture
  return textsIn([pages.watermark, header(), pages.content, footer(2, 3)])
}

function textsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part]
  if (typeof part !== 'object' || part === null) return []
  if (Array.isArray(part)) return part.flatMap(textsIn)
  const { text, stack, columns, table } = part as Readonly<Record<string, unknown>>
  const body = (table as { readonly body?: unknown } | undefined)?.body
  return textsIn([text, stack, columns, body].filter((one) => one !== undefined))
}

test('a case file has what the provider said after its final answer, if it said anything', () => {
  const { person } = aCase()
  assert.ok(person)
  const outcome = { status: 'error', reasons: ['fraud_suspected'] } as const
  const result = { source: 'result', receivedAt: submitted, answer: {}, outcome } as const
  const report = { source: 'callback', receivedAt: submitted, answer: {} } as const
  for (const [language, title, waits] of [
    ['en', 'Later results of the provider', 'Received, not judged yet'],
    ['fr', 'Résultats ultérieurs du prestataire', 'Reçu, pas encore évalué'],
    ['ar', 'النتائج اللاحقة للمزود', 'استُلمت ولم تُقيَّم بعد'],
  ] as const) {
    const said = { ...person, later: [result, report] }
    const texts = textsOf(caseFilePages(aCase({ language, person: said })))
    for (const text of [title, waits, '  fraud_suspected']) assert.ok(texts.includes(text), text)
    assert.ok(!textsOf(caseFilePages(aCase({ language }))).includes(title))
  }
})

test('a case file is in the requested language, with its form of dates, each in one line', () => {
  const english = textsOf(caseFilePages(aCase()))
  const french = textsOf(caseFilePages(aCase({ language: 'fr' })))
  const arabic = textsOf(caseFilePages(aCase({ language: 'ar' })))
  for (const said of [
    'Declined',
    'The name differs from the document',
    '21\u00a0Nov\u00a02026, 14:03\u00a0UTC',
    '14\u00a0Mar\u00a01994',
    'Page 2 of 3',
  ]) {
    assert.ok(english.includes(said), said)
  }
  for (const said of [
    'Refusée',
    'Le nom déclaré diffère de celui de la pièce',
    '21\u00a0nov.\u00a02026, 14:03\u00a0UTC',
    '14\u00a0mars\u00a01994',
    'Page 2 sur 3',
    'Établi le 21\u00a0nov.\u00a02026, 14:03\u00a0UTC par Rokhaya',
  ]) {
    assert.ok(french.includes(said), said)
  }
  for (const said of [
    'مرفوضة',
    'الاسم يختلف عن الوثيقة',
    '14\u00a0مارس\u00a01994',
    'الصفحة 2 من 3',
  ]) {
    assert.ok(arabic.includes(said), said)
  }
  for (const texts of [english, french, arabic]) {
    assert.deepEqual(
      texts.filter((text) => /\d{4}-\d{2}-\d{2}/.test(text)),
      [],
      'dates as machines write them',
    )
    assert.ok(texts.includes('1994-03'), 'what is no whole date stands as it was read')
    assert.ok(texts.some((text) => text.includes('req_1')))
  }
  assert.equal(french.join().includes('\u202f'), false, 'the font has no narrow space')
})

test('each page of a sandbox verification is marked, and none of a live one', () => {
  const live = aCase()
  const { verification } = live.opened
  const opened = {
    ...live.opened,
    verification: { ...verification, environment: 'sandbox' } as const,
  }
  for (const language of ['en', 'fr', 'ar'] as const) {
    const banner = {
      en: /^Sandbox test: /,
      fr: /^Test en bac à sable\u00a0: /,
      ar: /^اختبار: /,
    }[language]
    const isMarked = (file: CaseFile) => {
      const pages = caseFilePages(file)
      const head = textsIn((pages as unknown as Furniture).header())
      return [head.some((text) => banner.test(text)), pages.watermark !== undefined]
    }
    assert.deepEqual(isMarked({ ...live, language }), [false, false])
    assert.deepEqual(isMarked({ ...live, language, opened }), [true, true])
  }
})

test('a specimen that a reviewer found is marked on each page', () => {
  const live = aCase()
  const review = {
    review: { causes: [], progress: { state: 'open' }, createdAt: submitted },
    users: [],
    entries: [
      { id: 'ent_1', at: submitted, kind: 'finding', details: { finding: 'document_specimen' } },
    ],
  } as unknown as CaseFile['opened']['review']
  const texts = textsOf(caseFilePages({ ...live, opened: { ...live.opened, review } }))
  assert.equal(texts[0], 'SPECIMEN')
})

test('letters that the fonts do not have are named, and others are not', () => {
  const withName = (firstName: string) => {
    const claims = { firstName, lastName: 'Œuvré' }
    const comparison = compareClaims(claims, {})
    return aCase({ person: { claims, readings: {}, answer: undefined, comparison } })
  }
  const isTold = (file: CaseFile) =>
    textsOf(caseFilePages(file)).some((text) => text.startsWith('Some letters are printed here as'))
  for (const name of ['ⵄⵉⵛⴰ', 'Ɖela', 'Yɛboah', 'Ɓooyi', 'Ḥamid']) {
    assert.equal(isTold(withName(name)), true, name)
  }
  assert.equal(isTold(withName('عائشة')), false)
  assert.equal(isTold(aCase()), false)
})

test('a file with Arabic letters has a font for them, and no other file has', async () => {
  const hasFont = async (file: CaseFile) =>
    (await printPdf(caseFilePages(file))).includes('NotoSansArabic')
  assert.equal(await hasFont(aCase({ language: 'ar' })), true)
  assert.equal(await hasFont(aCase({ language: 'fr' })), false)
})

test('words of any length stay on the page', async () => {
  const claims = {
    lastName: 'N'.repeat(200),
    idNumber: '9'.repeat(100),
    consentNotice: 'c'.repeat(200),
  }
  const { opened, ...rest } = aCase({
    person: { claims, readings: {}, answer: undefined, comparison: compareClaims(claims, {}) },
  })
  const verification = { ...opened.verification, externalRef: 'r'.repeat(200) }
  const pages = caseFilePages({ ...rest, opened: { ...opened, verification } })
  await printPdf(pages)
  const widths = tableWidthsIn(pages.content)
  assert.ok(widths.length > 5)
  // A4 without its margins.
  assert.ok(Math.max(...widths) <= 508, `${widths}`)
})

/** Printing writes into each table how wide its columns came to be. */
function tableWidthsIn(part: unknown): readonly number[] {
  if (Array.isArray(part)) return part.flatMap(tableWidthsIn)
  if (typeof part !== 'object' || part === null) return []
  const { stack, table } = part as {
    readonly stack?: unknown
    readonly table?: { readonly widths: readonly { readonly _calcWidth: number }[] }
  }
  const widths = table?.widths.map(({ _calcWidth: width }) => width) ?? []
  const own = table === undefined ? [] : [widths.reduce((sum, width) => sum + width, 0)]
  return [...own, ...tableWidthsIn(stack)]
}

interface LaidOut {
  readonly headlineLevel?: number
  readonly text?: unknown
}
interface Around {
  getFollowingNodesOnPage(): readonly LaidOut[]
}

test('no heading is left alone at the end of a page, wherever on it its part begins (long)', async () => {
  let headings = 0
  for (let above = 660; above < 720; above += 6) {
    const alone: unknown[] = []
    const pageBreakBefore = ({ headlineLevel, text }: LaidOut, around: Around) => {
      if (headlineLevel === undefined) return false
      headings += 1
      const after = around.getFollowingNodesOnPage().filter((node) => node.text !== undefined)
      // The names of its three columns are not enough.
      if (after.length <= 3) alone.push(text)
      return false
    }
    // Head and foot stand on each page and would be counted.
    const { header: _header, footer: _footer, ...pages } = caseFilePages(aCase({}, 20))
    const timeLine = (pages.content as readonly unknown[]).at(-1)
    const content = [{ text: ' ', margin: [0, above, 0, 0] }, timeLine]
    await printPdf({ ...pages, content, pageBreakBefore })
    assert.deepEqual(alone, [], `${above} points under the head of the page`)
  }
  assert.equal(headings, 10)
})

test('the advice of a face model is a line under the images, in no colour of a verdict', () => {
  const advice = {
    similarity: 0.41234,
    threshold: 0.363,
    model: '0123456789ab',
    falseMatch: { share: 0.00025, low: 0, high: 0.00098 },
  }
  const compared = { outcome: 'compared', advice, comparedAt: submitted } as const
  const failed = { outcome: 'over_time', comparedAt: submitted } as const
  const jpeg = Buffer.from('jpeg')
  const linesOf = (language: CaseFile['language'], faces: FaceComparison) => {
    const { person } = aCase()
    const more = { language, images: [{ role: 'selfie', jpeg }] }
    const pages = caseFilePages(aCase({ ...more, ...(person && { person: { ...person, faces } }) }))
    return textsOf(pages).filter((text) => /face model|modèle facial|نموذج الوجوه/.test(text))
  }
  assert.deepEqual(linesOf('en', compared), [
    'Advice only, of this bank’s face model: portrait and selfie are more alike than its threshold. Similarity 0.4123, threshold 0.3630. False match rate measured on this bank’s own pairs: 0.025% (95% interval 0% to 0.098%).',
  ])
  assert.match(
    linesOf('fr', compared).join(),
    /plus que son seuil\. Similarité 0,4123, seuil 0,3630/,
  )
  assert.match(linesOf('ar', compared).join(), /أعلى من عتبته\. التشابه 0,4123/)
  const close = { ...compared, advice: { ...advice, threshold: 0.41222 } }
  assert.match(linesOf('en', close).join(), /Similarity 0\.4123, threshold 0\.4122\./)
  const opposite = { ...compared, advice: { ...advice, similarity: -0.00001 } }
  assert.match(linesOf('en', opposite).join(), /Similarity 0\.0000,/)
  assert.deepEqual(linesOf('en', failed), [
    'Advice only, of this bank’s face model: no figure, because the model did not answer in time.',
  ])
})
