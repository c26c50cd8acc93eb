// Slow: opens services that answer and fail. config.test.ts checks settings in the fast lane.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { createIdentity } from '../../../server/backup/envelope/age-keys.ts'
import { startSmileIdSimulator } from '../../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { startClamd } from '../../support/servers/fake-clamd.ts'
import { openVersionedBucket } from '../../support/servers/versioned-bucket.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import {
  type CertifiedKey,
  certifyExpiredServer,
  certifyServer,
  certifyWrongHost,
  makeAuthority,
} from '../../support/tls.ts'
import { runSvc } from '../memory-shell.ts'

interface Step {
  readonly step: string
  readonly ok: boolean
  readonly told: string
}

interface Checked {
  readonly status: number
  readonly ok: boolean
  readonly connections: readonly { readonly service: string; readonly steps: readonly Step[] }[]
  readonly text: string
}

type Settings = Readonly<Record<string, string>>

function settingsIn(t: TestContext, settings: Settings): readonly string[] {
  const file = join(tempFolder(t), 'svc.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  return ['config', 'check', file]
}

async function checkConnecting(t: TestContext, settings: Settings): Promise<Checked> {
  const args = [...settingsIn(t, settings), '--connect']
  const { status, out } = await runSvc([...args, '--json'])
  return { status, ...JSON.parse(out), text: (await runSvc(args)).out }
}

function lastStep({ connections }: Checked): Step | undefined {
  return connections[0]?.steps.at(-1)
}

const apiKey = 'a-key-of-the-test-partner'

async function openProvider(t: TestContext) {
  const credentials = { partnerId: '085', apiKey }
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials })
  t.after(() => simulator.close())
  const settings = {
    SVC_SMILE_BASE_URL: simulator.baseUrl,
    SVC_SMILE_PARTNER_ID: '085',
    SVC_SMILE_API_KEY: apiKey,
  }
  return { simulator, settings }
}

describe('svc config check --connect, to the identity provider', () => {
  test('says that our account is known, step by step, and makes no job there', async (t) => {
    const { simulator, settings } = await openProvider(t)
    const checked = await checkConnecting(t, settings)
    assert.deepEqual([checked.status, checked.ok], [0, true])
    assert.deepEqual(
      checked.connections[0]?.steps.map(({ step, ok }) => [step, ok]),
      [
        ['name', true],
        ['connection', true],
        ['tls', true],
        ['answer', true],
      ],
    )
    assert.match(checked.text, /ok +answer +HTTP 400: it knows our account.* \(\d+ ms\)/)
    assert.match(checked.text, /ok +TLS +none: plain http on this machine\n/)
    assert.deepEqual(simulator.ledger(), [])
  })

  test('says that a wrong key is refused, and shows no key', async (t) => {
    const { settings } = await openProvider(t)
    const wrong = 'not-the-key-of-the-partner'
    const checked = await checkConnecting(t, { ...settings, SVC_SMILE_API_KEY: wrong })
    assert.deepEqual([checked.status, checked.ok, lastStep(checked)?.ok], [3, false, false])
    assert.match(
      checked.text,
      /failed +answer +HTTP 400: it refuses us. Check SVC_SMILE_PARTNER_ID/,
    )
    assert.ok(!checked.text.includes(wrong))
  })

  test('distinguishes the provider from another server, and from no server', async (t) => {
    const { simulator, settings } = await openProvider(t)
    const elsewhere = await checkConnecting(t, {
      ...settings,
      SVC_SMILE_BASE_URL: simulator.baseUrl.replace('/v1', '/v9'),
    })
    assert.equal(elsewhere.status, 3)
    assert.match(String(lastStep(elsewhere)?.told), /^HTTP 404: not an answer of the provider/)
    const base = `http://127.0.0.1:${await freePort()}/v1`
    const nobody = await checkConnecting(t, { ...settings, SVC_SMILE_BASE_URL: base })
    assert.deepEqual(
      nobody.connections[0]?.steps.map(({ step, ok }) => [step, ok]),
      [['connection', false]],
    )
    assert.match(nobody.text, /failed +connection +refused: nothing listens there/)
  })
})

/** A scoring engine that only shakes hands. */
async function openEngine(t: TestContext, server: Server, authority: CertifiedKey) {
  const bytes: Buffer[] = []
  server.on('secureConnection', (socket) => socket.on('data', (chunk: Buffer) => bytes.push(chunk)))
  const port = await listenLocally(server)
  t.after(() => server.close())
  const caFile = join(tempFolder(t), 'ca.pem')
  writeFileSync(caFile, authority.cert)
  const settings = {
    SVC_SCORING_URL: `https://127.0.0.1:${port}/v1/score`,
    SVC_SCORING_TOKEN: 't0ken',
    SVC_SCORING_CA_FILE: caFile,
  }
  return { settings, bytes }
}

describe('svc config check --connect, to the scoring engine', () => {
  test('goes as far as TLS, sends nothing, and says so', async (t) => {
    const authority = await makeAuthority()
    const server = createTlsServer(await certifyServer(authority))
    const { settings, bytes } = await openEngine(t, server, authority)
    const checked = await checkConnecting(t, settings)
    assert.deepEqual([checked.status, checked.ok], [0, true], checked.text)
    assert.match(
      checked.text,
      /ok +TLS +TLSv1\.3, certificate issued by Test authority, valid until 20/,
    )
    assert.match(checked.text, /not asked: the only request is for a score/)
    assert.deepEqual(bytes, [])
  })

  const faults: readonly (readonly [string, typeof certifyServer, RegExp])[] = [
    ['has expired', certifyExpiredServer, /the certificate has expired/],
    ['is for another host', certifyWrongHost, /the certificate is for another host/],
    [
      'is by an unknown authority',
      async () => certifyServer(await makeAuthority()),
      /not from a trusted authority. Name its authority/,
    ],
  ]
  for (const [what, certify, told] of faults) {
    test(`says that a certificate ${what}`, async (t) => {
      const authority = await makeAuthority()
      const { settings } = await openEngine(t, createTlsServer(await certify(authority)), authority)
      const checked = await checkConnecting(t, settings)
      assert.deepEqual([checked.status, lastStep(checked)?.step], [3, 'tls'])
      assert.match(String(lastStep(checked)?.told), told)
    })
  }

  test('says that the other side speaks no TLS', async (t) => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const { settings } = await openEngine(t, plain, await makeAuthority())
    assert.match(String(lastStep(await checkConnecting(t, settings))?.told), /does not speak TLS/)
  })

  test('gives up on one that is silent, within the time that a score has', async (t) => {
    const silent = createServer(() => {})
    const { settings } = await openEngine(t, silent, await makeAuthority())
    const checked = await checkConnecting(t, { ...settings, SVC_SCORING_TIMEOUT: '100ms' })
    assert.match(String(lastStep(checked)?.told), /no answer within the time limit/)
  })
})

test('svc config check --connect says whether the virus scanner answers', async (t) => {
  const clamd = await startClamd(t, 'unix')
  const settings = { SVC_VIRUS_SCANNER: clamd.setting }
  const checked = await checkConnecting(t, settings)
  assert.deepEqual([checked.status, checked.ok], [0, true], checked.text)
  assert.match(checked.text, /Virus scanner unix:.*\n +ok +answer +PONG: ready/)
  assert.match(checked.text, / +ok +scan +takes images of 10 MB/)
  clamd.mode = 'short'
  const short = await checkConnecting(t, settings)
  assert.deepEqual([short.status, lastStep(short)?.ok], [3, false])
  assert.match(String(lastStep(short)?.told), /StreamMaxLength in clamd\.conf to 11M or more/)
  clamd.mode = 'garbled'
  const garbled = await checkConnecting(t, settings)
  assert.deepEqual([garbled.status, lastStep(garbled)?.ok], [3, false])
  assert.match(String(lastStep(garbled)?.told), /is not clamd/)
  await clamd.close()
  const gone = await checkConnecting(t, settings)
  assert.match(String(lastStep(gone)?.told), /cannot be reached/)
})

test('svc config check --connect says whether the store of the backups takes its key', async (t) => {
  const { endpoint, bucket, keyId, secretKey } = await openVersionedBucket(t)
  const settings = {
    SVC_BACKUP_TO: `s3://${bucket}/bank`,
    SVC_BACKUP_RECIPIENT: (await createIdentity()).recipient,
    SVC_BACKUP_S3_ENDPOINT: endpoint,
    SVC_BACKUP_S3_KEY_ID: keyId,
    SVC_BACKUP_S3_SECRET_KEY: secretKey,
  }
  const checked = await checkConnecting(t, settings)
  assert.equal(checked.status, 0, checked.text)
  assert.match(
    checked.text,
    /Store of the backups s3:\/\/kept\/bank\n +ok +answer +it accepts the key\. No installation/,
  )
  const away = `http://127.0.0.1:${await freePort()}`
  const gone = await checkConnecting(t, { ...settings, SVC_BACKUP_S3_ENDPOINT: away })
  assert.deepEqual([gone.status, lastStep(gone)?.ok], [3, false])
  assert.match(
    String(lastStep(gone)?.told),
    /cannot be reached \(ECONNREFUSED\)\. Check SVC_BACKUP_S3_ENDPOINT/,
  )
})

describe('svc config check, of a collector of the log', () => {
  const shipping = (t: TestContext, url: string) => ({
    SVC_LOG_FILE: join(tempFolder(t), 'svc.log'),
    SVC_LOG_SYSLOG: url,
  })

  test('says without a call that nothing is sent to its address, and what to write', async (t) => {
    const checked = await runSvc(settingsIn(t, shipping(t, 'tls://127.0.0.2:6514')))
    assert.equal(checked.status, 0, checked.out)
    assert.doesNotMatch(checked.out, /nothing is sent there/)
    const refused = await runSvc(settingsIn(t, shipping(t, 'tls://169.254.7.7:6514')))
    assert.match(
      refused.out.replaceAll(/\s+/g, ' '),
      /note: SVC_LOG_SYSLOG names 169\.254\.7\.7: nothing is sent there\. For a collector on this machine write tls:\/\/localhost:6514; /,
    )
  })

  test('goes with --connect as far as TLS, and sends nothing', async (t) => {
    const authority = await makeAuthority()
    const server = createTlsServer(await certifyServer(authority))
    const { settings, bytes } = await openEngine(t, server, authority)
    const { SVC_SCORING_CA_FILE: caFile, SVC_SCORING_URL: url } = settings
    const collector = `tls://${new URL(url).host}`
    const checked = await checkConnecting(t, {
      ...shipping(t, collector),
      SVC_LOG_SYSLOG_CA_FILE: caFile,
    })
    assert.deepEqual([checked.status, checked.ok], [0, true], checked.text)
    assert.deepEqual(
      [checked.connections[0]?.service, lastStep(checked)?.step],
      ['log_syslog', 'tls'],
    )
    assert.deepEqual(bytes, [])
    const untrusted = await checkConnecting(t, shipping(t, collector))
    assert.deepEqual([untrusted.status, lastStep(untrusted)?.ok], [3, false])
  })
})

test('svc config check --connect says so where the settings name nobody to call', async (t) => {
  const checked = await checkConnecting(t, { SVC_PORT: '8443' })
  assert.deepEqual([checked.status, checked.connections], [0, []])
  assert.match(checked.text, /name no service to call/)
})

test('svc config check calls no service without --connect', async (t) => {
  let dialled = 0
  const server = createServer((socket) => {
    dialled += 1
    socket.destroy()
  })
  const { settings } = await openEngine(t, server, await makeAuthority())
  const { status, out } = await runSvc([...settingsIn(t, settings), '--json'])
  assert.deepEqual([status, dialled, 'connections' in JSON.parse(out)], [0, 0, false])
  await runSvc([...settingsIn(t, settings), '--connect'])
  assert.equal(dialled, 1)
})
