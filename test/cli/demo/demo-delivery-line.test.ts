import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { styleText } from 'node:util'
import type { Sink } from '../../../cli/io.ts'
import { deliveryLine } from '../../../cli/serve/demo-delivery-line.ts'
import type { RecordedDelivery } from '../../../server/demo/webhook-receiver/delivery.ts'

const event = {
  id: 'evt_0000000000000000000000000e',
  type: 'verification.completed',
  subjectId: 'ver_0000000000000000000000000v',
  status: 'approved',
}

const taken: RecordedDelivery = {
  receivedAt: 0,
  path: '/',
  verdict: 'valid',
  event,
  isRepeat: false,
  answer: { kind: 'status', status: 204, delayMs: 0 },
  webhookId: undefined,
  deliveryId: undefined,
  attempt: 1,
}

function sink(hasColour: boolean): Sink {
  const style: Sink['style'] = (format, text) =>
    hasColour ? styleText(format, text, { validateStream: false }) : text
  return {
    isTerminal: hasColour,
    width: undefined,
    hasColour,
    write() {},
    replaceLine() {},
    fault: undefined,
    isTaken: async () => true,
    whenTaken() {},
    leaveOut() {},
    style,
  }
}

const begin = '  webhook  verification.completed  ver_0000000000000000000000000v  approved'

const cases: readonly (readonly [
  name: string,
  changes: Partial<RecordedDelivery>,
  line: string,
])[] = [
  ['as it should be', {}, `${begin}  signature ok  attempt 1`],
  ['that came before', { isRepeat: true, attempt: 2 }, `${begin}  signature ok  attempt 2  repeat`],
  [
    'of shorter words, in the same columns',
    { event: { ...event, type: 'verification.failed', status: 'error' } },
    '  webhook  verification.failed     ver_0000000000000000000000000v  error     signature ok  attempt 1',
  ],
  [
    'that a path refuses',
    { path: '/status/500', answer: { kind: 'status', status: 500, delayMs: 0 } },
    `${begin}  signature ok  attempt 1  /status/500  answer 500`,
  ],
  [
    'that is answered late',
    { path: '/slow/2000', answer: { kind: 'status', status: 204, delayMs: 2000 } },
    `${begin}  signature ok  attempt 1  /slow/2000  answer 204 after 2000 ms`,
  ],
  [
    'that is never answered',
    { path: '/hang', answer: { kind: 'silence' } },
    `${begin}  signature ok  attempt 1  /hang  no answer`,
  ],
  [
    'that is not believed',
    {
      verdict: 'signature_mismatch',
      event: undefined,
      answer: { kind: 'status', status: 401, delayMs: 0 },
    },
    '  webhook  signature wrong  attempt 1  answer 401',
  ],
]

describe('the line about a delivery', () => {
  for (const [name, changes, line] of cases) {
    test(`shows one ${name}`, () => {
      assert.equal(deliveryLine(sink(false), { ...taken, ...changes }), `${line}\n`)
    })
  }

  test('is coloured where colour is welcome, and says the same', () => {
    const coloured = deliveryLine(sink(true), taken)
    assert.match(coloured, /\u001b\[32msignature ok/)
    assert.equal(coloured.replaceAll(/\u001b\[\d+m/g, ''), `${begin}  signature ok  attempt 1\n`)
  })
})
