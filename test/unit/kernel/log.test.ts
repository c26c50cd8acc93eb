import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LogFields, logFields, openLog } from '../../../server/kernel/log.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const person = 'Aminata Ndiaye'

/** Fields as they come when a careless caller spreads an object into them. */
function careless(fields: object): LogFields {
  return fields
}

describe('a log line', () => {
  test('is one JSON object: level, time, declared fields, event', () => {
    const { log, lines } = captureLog(new ManualClock())
    log.info('request', { method: 'GET', status: 200 })
    const expected =
      '{"level":"info","time":"2026-11-21T09:00:00.000Z","method":"GET","status":200,"event":"request"}\n'
    assert.deepEqual(lines, [expected])
  })

  test('has a level for each way of saying it', () => {
    const { log, of } = captureLog()
    log.info('e')
    log.warn('e')
    log.error('e')
    assert.deepEqual(
      of('e').map(({ level }) => level),
      ['info', 'warn', 'error'],
    )
  })
})

describe('what is not declared is not written', () => {
  const smuggled: Readonly<Record<string, object>> = {
    'an extra field': { first_name: person },
    'an object in a declared field': { reason: { name: person } },
    'a list in a declared field': { reason: [person] },
    'an object that turns itself into JSON': { reason: { toJSON: () => person } },
    'a boxed text': { reason: new String(person) },
    'a function': { reason: () => person },
    'a symbol': { reason: Symbol(person) },
    'an own field named like a method of objects': { toString: person, constructor: person },
    'a field that is a prototype': JSON.parse(`{"__proto__":{"reason":"x"},"name":"${person}"}`),
    'an error in a declared field': { reason: new Error(person) },
  }
  for (const [what, fields] of Object.entries(smuggled)) {
    test(`${what} is left out`, () => {
      const { log, lines } = captureLog()
      log.warn('e', { ...careless(fields), attempt: 1 })
      assert.equal(lines.length, 1)
      assert.ok(!lines[0]?.includes('Aminata'), lines[0])
      assert.match(lines[0] ?? '', /"attempt":1/)
    })
  }
})

describe('a text in a field', () => {
  test('cannot begin a line of its own', () => {
    const { log, lines } = captureLog()
    log.info('e', { reason: 'x\r\n{"level":"error"}\u0000\u001b[2J' })
    assert.equal(lines.length, 1)
    const [line = ''] = lines
    assert.equal(line.indexOf('\n'), line.length - 1)
    assert.match(line, /\\r\\n.*\\u0000\\u001b/)
  })

  test('is the same line whatever stands in whichever field', () => {
    const hostile =
      'x\r\n{"level":"error"}\u0000\u0007\u001b[2J\u007f\u009b31m\u0085\u2028\u2029\u202e\u2066y/clés/مفتاح😀'
    for (const field of logFields) {
      const { log, lines, of } = captureLog()
      log.info('e', { [field]: hostile } as LogFields)
      assert.equal(lines.length, 1)
      const [line = ''] = lines
      assert.match(line, /^[\x20-\x7e]+\n$/, field)
      assert.equal(of('e')[0]?.[field], hostile, `${field} is escaped, not altered`)
    }
  })

  test('is cut at 200 characters, and half a character does not spoil the line', () => {
    const { log, of } = captureLog()
    log.info('e', { reason: `${'x'.repeat(199)}😀` })
    const reason = String(of('e')[0]?.reason)
    assert.equal(reason.length, 200)
  })
})

describe('an error in the log', () => {
  function logged(cause: unknown): { readonly line: string; readonly error: unknown } {
    const { log, lines, of } = captureLog()
    log.error('failed', { job_id: 'job_1' }, cause)
    return { line: lines.join(''), error: of('failed')[0]?.error }
  }

  test('is logged by its name, its code and where it happened', () => {
    const { line, error } = logged(Object.assign(new TypeError('x'), { code: 'ENOSPC' }))
    assert.equal(error, 'TypeError:ENOSPC')
    assert.match(line, /log\.test\.ts:\d+:\d+/)
  })

  const secretive: Readonly<Record<string, () => unknown>> = {
    'a message': () => new Error(person),
    'a message of many lines that look like frames': () =>
      new Error(`x\n    at ${person}\n    at ${person} (file:///x.ts:1:2)`),
    'the message of a cause': () => new Error('x', { cause: new Error(person) }),
    'the messages of many errors': () => new AggregateError([new Error(person)], 'x'),
    'fields of its own': () => Object.assign(new Error('x'), { query: person }),
    'a name that somebody chose': () => Object.assign(new Error('x'), { name: person }),
    'a code that is a sentence': () => Object.assign(new Error('x'), { code: `for ${person}` }),
    'a message that is in the stack alone': () =>
      Object.assign(new Error('x'), { stack: `Error: y\n    at ${person}\n    at f (/f.ts:1:2)` }),
    'a thrown text': () => person,
    'a thrown object': () => ({ name: person, message: person, stack: person }),
  }
  for (const [what, cause] of Object.entries(secretive)) {
    test(`${what} is not written`, () => {
      const { line } = logged(cause())
      assert.ok(!line.includes('Aminata'), line)
      assert.match(line, /"error":"\w+/)
    })
  }

  test('without a cause says nothing of one', () => {
    assert.equal(logged(undefined).error, undefined)
  })
})

test('lines below the level are left out', () => {
  for (const [level, expected] of [
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ] as const) {
    const levels: unknown[] = []
    const log = openLog((line) => levels.push(JSON.parse(line).level), { level })
    log.info('request')
    log.warn('request')
    log.error('request')
    assert.deepEqual(levels, expected)
  }
})
