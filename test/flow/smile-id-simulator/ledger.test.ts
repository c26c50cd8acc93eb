import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../../server/kernel/clock.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { openReceiver } from './callback-receiver.ts'
import { jpeg } from './images.ts'
import {
  openWorld,
  prepUpload,
  putZip,
  queryStatus,
  statusAfter,
  submit,
  uploadUrlOf,
  type World,
} from './integrator.ts'
import { documentPackage, packZip } from './package-zip.ts'

const job = { jobId: 'kyc-1' }
const zip = await packZip(documentPackage({ country: 'SN' }))

function ledgerFileOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-ledger-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return join(folder, 'ledger.jsonl')
}

async function reopen(
  t: TestContext,
  world: World,
  ledgerFile: string,
  options: { readonly ledgerKey?: Buffer } = {},
): Promise<World> {
  await world.simulator.close()
  return openWorld(t, { clock: world.clock, ledgerFile, ...options })
}

describe('After a restart', () => {
  test('a registered job still waits for its zip and takes a new URL', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const first = await openWorld(t, { ledgerFile })
    await prepUpload(first, job)
    const second = await reopen(t, first, ledgerFile)
    assert.equal((await queryStatus(second, job)).body.result, 'No zip uploaded yet')
    assert.equal((await prepUpload(second, job)).body.code, '2215')
    const url = uploadUrlOf(await prepUpload(second, job, { retry: true }))
    assert.equal((await putZip(url, zip)).status, 200)
  })

  test('an upload URL from before is still good, at the new port', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const first = await openWorld(t, { ledgerFile })
    const url = new URL(uploadUrlOf(await prepUpload(first, job)))
    const second = await reopen(t, first, ledgerFile)
    url.host = new URL(second.simulator.baseUrl).host
    assert.equal((await putZip(url.href, zip)).status, 200)
  })

  test('a job in work is finished in time, with the same result, and was paid once', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const ledgerKey = randomBytes(32)
    const first = await openWorld(t, { ledgerFile, ledgerKey })
    await submit(first, { ...job, idInfo: { country: 'SN', id_number: 'DEMO-PROVISIONAL' } })
    const provisional = await statusAfter(first, job, 2_000)
    const second = await reopen(t, first, ledgerFile, { ledgerKey })
    assert.deepEqual(await statusAfter(second, job, 0), provisional)
    assert.equal((await statusAfter(second, job, 6_000)).result.ResultCode, '0810')
    assert.equal(second.simulator.ledger()[0]?.paid, 1)
    assert.equal((await prepUpload(second, job, { retry: true })).body.code, '2215')
  })

  test('numbers of jobs go on where they stopped', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const first = await openWorld(t, { ledgerFile })
    await prepUpload(first, job)
    const second = await reopen(t, first, ledgerFile)
    const { body } = await prepUpload(second, { jobId: 'kyc-2' })
    assert.equal(body.smile_job_id, '0000000002')
  })

  test('only results that were not sent yet are sent', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const receiver = await openReceiver(t)
    const first = await openWorld(t, { ledgerFile })
    const idInfo = { country: 'SN', id_number: 'DEMO-PROVISIONAL' }
    await submit(first, { ...job, idInfo, prep: { callback_url: receiver.url } })
    first.clock.advance(2_000)
    await first.simulator.callbacksSettled()
    const second = await reopen(t, first, ledgerFile)
    second.clock.advance(6_000)
    await second.simulator.callbacksSettled()
    assert.deepEqual(
      receiver.received.map(({ body }) => body.ResultCode),
      ['0814', '0810'],
    )
  })
})

describe('The ledger file', () => {
  test('loses a last line that a crash cut short, and nothing else', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const first = await openWorld(t, { ledgerFile })
    await submit(first, job)
    const whole = readFileSync(ledgerFile, 'utf8')
    appendFileSync(ledgerFile, '{"event":"uploaded","atMs":17')
    const second = await reopen(t, first, ledgerFile)
    assert.equal(readFileSync(ledgerFile, 'utf8'), whole)
    assert.equal(second.simulator.ledger()[0]?.uploads, 1)
    await prepUpload(second, { jobId: 'kyc-2' })
    const third = await reopen(t, second, ledgerFile)
    assert.equal(third.simulator.ledger().length, 2)
  })

  test('that holds something else is refused without quoting it', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    appendFileSync(ledgerFile, '{"somebody":"Exemplaire"}\n')
    await assert.rejects(openWorld(t, { ledgerFile }), (error: Error) => {
      assert.doesNotMatch(error.message, /Exemplaire/)
      return true
    })
  })

  test('is readable by its owner only and has no image', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const world = await openWorld(t, { ledgerFile })
    await submit(world, job)
    assert.equal(statSync(ledgerFile).mode & 0o777, 0o600)
    const text = readFileSync(ledgerFile, 'latin1')
    assert.ok(!text.includes(jpeg.toString('latin1').slice(0, 20)))
    assert.ok(!text.includes(jpeg.toString('base64').slice(0, 20)))
  })
})

describe('Claims about a person', () => {
  const stated = {
    country: 'SN',
    id_number: '2990200100042',
    first_name: 'Zeynabou',
    last_name: 'Inventaire',
    dob: '1987-06-05',
  }
  const traces = ['2990200100042', 'Zeynabou', 'Inventaire', '1987-06-05']
  const readingsOf = async (world: World) => {
    const { IDNumber, FirstName, LastName, DOB } = (await statusAfter(world, job, 2_000)).result
    return [IDNumber, FirstName, LastName, DOB]
  }
  const asRead = ['2990200100042', 'ZEYNABOU', 'INVENTAIRE', '1987-06-05']

  for (const ledgerKey of [randomBytes(32), undefined]) {
    const manner = ledgerKey === undefined ? 'without a key' : 'with a key'
    test(`is nowhere in the file in the clear, ${manner}`, async (t) => {
      const ledgerFile = ledgerFileOf(t)
      const options = ledgerKey === undefined ? {} : { ledgerKey }
      const first = await openWorld(t, { ledgerFile, ...options })
      await submit(first, { ...job, idInfo: stated, prep: stated })
      const text = readFileSync(ledgerFile, 'utf8')
      for (const trace of traces) assert.ok(!text.includes(trace), trace)
      assert.deepEqual(await readingsOf(first), asRead)
      const second = await reopen(t, first, ledgerFile, options)
      const after = await readingsOf(second)
      if (ledgerKey !== undefined) return assert.deepEqual(after, asRead)
      for (const [index, value] of asRead.entries()) assert.notEqual(after[index], value)
    })
  }

  test('is forgotten under another key, and the jobs are known all the same', async (t) => {
    const ledgerFile = ledgerFileOf(t)
    const first = await openWorld(t, { ledgerFile, ledgerKey: randomBytes(32) })
    await submit(first, { ...job, idInfo: stated })
    const second = await reopen(t, first, ledgerFile, { ledgerKey: randomBytes(32) })
    assert.equal(second.simulator.ledger()[0]?.paid, 1)
    assert.notEqual((await readingsOf(second))[0], asRead[0])
  })
})

test('A zip that was answered is in the ledger even when the process is killed at once', async (t) => {
  const ledgerFile = ledgerFileOf(t)
  const script = fileURLToPath(new URL('./simulator-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ledgerFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const clock = new ManualClock(systemClock.now())
  const remote = { clock, simulator: { baseUrl: String(line).trim() } }
  const url = uploadUrlOf(await prepUpload(remote, job))
  assert.equal((await putZip(url, zip)).status, 200)
  child.kill('SIGKILL')
  await once(child, 'exit')

  const world = await openWorld(t, { clock, ledgerFile })
  assert.equal((await statusAfter(world, job, 60_000)).result.ResultCode, '0810')
  assert.deepEqual([world.simulator.ledger().length, world.simulator.ledger()[0]?.paid], [1, 1])
})
