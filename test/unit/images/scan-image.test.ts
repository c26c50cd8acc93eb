import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import { pingClamd } from '../../../server/images/admission/clamd.ts'
import { createVirusScanner, scansAtOnceMax } from '../../../server/images/admission/scan-image.ts'
import { readScannerAnswer, type ScannerDownMode } from '../../../server/images/scan.ts'
import { openLog } from '../../../server/kernel/log.ts'
import { scannerAddress } from '../../../server/settings/setting-scanner.ts'
import { drawCard } from '../../support/images/images.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type ClamdMode, infected, startClamd } from '../../support/servers/fake-clamd.ts'
import { turns, until } from '../../support/turns.ts'

const never = new AbortController().signal

async function scanning(t: TestContext, whenDown: ScannerDownMode, timeoutMs = 60_000) {
  const clamd = await startClamd(t, 'tcp')
  const address = scannerAddress.parse(clamd.setting, '/')
  assert.ok(address)
  const lines: string[] = []
  const clock = new ManualClock()
  const log = openLog((line) => lines.push(line))
  const scanner = createVirusScanner({ address, whenDown, timeoutMs, clock, log })
  const scan = (bytes: Buffer, signal = never) => scanner.scan(async () => bytes, signal)
  return { clamd, address, scan, lines, clock }
}

describe('the scanner for viruses', () => {
  let card: Buffer
  before(async () => {
    card = await drawCard()
  })

  test('gets the image whole, in chunks, and its verdict is noted with the time', async (t) => {
    const { clamd, scan, clock } = await scanning(t, 'refuse')
    const large = Buffer.concat([card, Buffer.alloc(300_001, 7)])
    const verdict = { verdict: 'clean', at: clock.now() }
    assert.deepEqual(await scan(large), { kind: 'passed', scan: verdict })
    assert.deepEqual(clamd.scanned, [large.length])
  })

  test('gives a name to what it finds, which no log chokes on', async (t) => {
    const { scan } = await scanning(t, 'refuse')
    const found = { kind: 'found', signature: 'Test.Marker-1___31m____' }
    assert.deepEqual(await scan(infected(card)), found)
    const long = readScannerAnswer(`stream: ${'x'.repeat(500)} FOUND`)
    assert.deepEqual(long, { kind: 'found', signature: 'x'.repeat(80) })
  })

  const failures: readonly [ClamdMode, string][] = [
    ['error', 'scanner_error'],
    ['size_limit', 'size_limit'],
    ['broken_off', 'broken_off'],
    ['huge', 'garbled'],
    ['garbled', 'garbled'],
  ]
  for (const [mode, reason] of failures) {
    test(`counts as down, either way, where its answer is ${mode}`, async (t) => {
      for (const whenDown of ['refuse', 'accept'] as const) {
        const { clamd, scan, lines, clock } = await scanning(t, whenDown)
        clamd.mode = mode
        const taken = { kind: 'passed', scan: { verdict: 'scanner_down', at: clock.now() } }
        const expected = whenDown === 'refuse' ? { kind: 'unavailable' } : taken
        assert.deepEqual(await scan(card), expected)
        const { event, reason: said } = JSON.parse(String(lines[0]))
        assert.deepEqual([event, said], ['virus_scanner_failed', reason])
      }
    })
  }

  test('counts as down where it hangs, for those who wait for their turn as well', async (t) => {
    const { clamd, scan, lines } = await scanning(t, 'refuse', 300)
    clamd.mode = 'hang'
    const results = await Promise.all(Array.from({ length: 7 }, () => scan(card)))
    assert.deepEqual(new Set(results.map(({ kind }) => kind)), new Set(['unavailable']))
    assert.ok(lines.every((line) => JSON.parse(line).reason === 'over_time'))
    clamd.mode = 'sound'
    // A machine that is busy may need several tries to stay below the limit.
    let result = await scan(card)
    for (let tries = 1; tries < 20 && result.kind === 'unavailable'; tries++) {
      result = await scan(card)
    }
    assert.equal(result.kind, 'passed')
  })

  test('has a few at once, and the others wait', async (t) => {
    const { clamd, scan } = await scanning(t, 'refuse')
    clamd.mode = 'hang'
    const leaving = new AbortController()
    const scans = Array.from({ length: 7 }, () => scan(card, leaving.signal))
    const ended = Promise.allSettled(scans)
    await until(() => clamd.openMax >= scansAtOnceMax)
    // Whoever else would be let in has the time to come.
    await turns(500)
    assert.equal(clamd.openMax, scansAtOnceMax)
    leaving.abort(new Error('the client left'))
    for (const one of await ended) assert.equal(one.status, 'rejected')
    assert.equal(clamd.openMax, scansAtOnceMax)
  })

  test('counts as down where nobody listens', async (t) => {
    const { clamd, scan, address, lines } = await scanning(t, 'refuse')
    assert.equal(await pingClamd(address, never), undefined)
    await clamd.close()
    assert.deepEqual(await scan(card), { kind: 'unavailable' })
    assert.equal(JSON.parse(String(lines[0])).reason, 'unreachable')
    assert.equal(await pingClamd(address, never), 'unreachable')
  })

  test('is not fed with what is no image, and left alone once nobody waits', async (t) => {
    const { clamd, scan } = await scanning(t, 'refuse')
    const passed = await scan(Buffer.from('%PDF-1.7 with something in it'))
    assert.deepEqual(passed, { kind: 'passed', scan: { verdict: 'not_scanned', at: undefined } })
    assert.equal(clamd.openMax, 0)
    const leaving = new AbortController()
    clamd.mode = 'hang'
    const waiting = scan(card, leaving.signal)
    leaving.abort(new Error('the client left'))
    await assert.rejects(waiting, /the client left/)
  })
})

describe('the address of the scanner', () => {
  const sound: readonly [string, string][] = [
    ['tcp://127.0.0.1:3310', 'tcp://127.0.0.1:3310'],
    ['tcp://localhost:3310', 'tcp://127.0.0.1:3310'],
    ['tcp://[::1]:3310', 'tcp://[::1]:3310'],
    ['tcp://10.1.2.3:3310', 'tcp://10.1.2.3:3310'],
    ['unix:/run/clamav/clamd.ctl', 'unix:/run/clamav/clamd.ctl'],
  ]
  for (const [given, printed] of sound) {
    test(`may be ${given}`, () => {
      const read = scannerAddress.parse(given, '/')
      assert.equal(read && scannerAddress.print(read), printed)
    })
  }
  const wrong = [
    ...['tcp://8.8.8.8:3310', 'tcp://169.254.169.254:80', 'tcp://clamav.example:3310'],
    ...['tcp://127.0.0.1', 'tcp://127.0.0.1:0', 'tcp://127.0.0.1:65536', 'tcp://::1:3310'],
    ...['http://127.0.0.1:3310', 'unix:relative.ctl', `unix:/${'x'.repeat(107)}`, 'on'],
  ]
  for (const given of wrong) {
    test(`is not ${given.slice(0, 40)}`, () => {
      assert.equal(scannerAddress.parse(given, '/'), undefined)
    })
  }
})
