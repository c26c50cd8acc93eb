// Slow: completes verifications with full images.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { listenLocally } from '../../scripts/bench/listen-locally.ts'
import { verificationDescriptions } from '../../server/api/verifications/verification-descriptions.ts'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import { call } from '../support/api-client.ts'
import { drawCard, drawSelfie } from '../support/images/images.ts'
import { openedBefore } from '../support/opened-before.ts'
import { startAppliance } from '../support/running-appliance.ts'
import { certifyServer, makeAuthority } from '../support/tls.ts'
import { runSvc, startSvc } from './memory-shell.ts'

describe('svc verifications', () => {
  const running = openedBefore(startAppliance)
  let env: Record<string, string>
  let images: readonly string[]

  before(async () => {
    const file = (name: string) => join(running.dataDir, name)
    writeFileSync(file('svc.conf'), '', { mode: 0o600 })
    writeFileSync(file('awa-front.jpg'), await drawCard())
    writeFileSync(file('awa-selfie.jpg'), await drawSelfie())
    env = {
      SVC_CONFIG: file('svc.conf'),
      SVC_DATA_DIR: running.appliance.config.dataDir,
      SVC_MASTER_KEY_FILE: running.appliance.config.masterKeyFile,
      SVC_URL: running.server.url,
      SVC_API_KEY: running.liveKey,
    }
    images = ['--front', file('awa-front.jpg'), '--selfie', file('awa-selfie.jpg')]
  })

  /** Time passes at the server while the command waits. */
  async function wait(delayMs: number): Promise<void> {
    running.clock.advance(delayMs)
    await running.server.jobs.idle()
  }

  function submit(args: readonly string[], more: Record<string, string> = {}, typed = '') {
    const needed = ['--country', 'SN', '--id-type', 'national_id', ...images]
    const { clock } = running
    const given = { env: { ...env, ...more }, wait, clock, typed }
    return runSvc(['verifications', 'submit', ...needed, ...args], given)
  }

  describe('submit', () => {
    test('uploads the images, waits, and exits with 0 when approved', async () => {
      const args = ['--first-name', 'Awa', '--last-name', 'Testou', '--external-ref', 'cli-1']
      const { status, out, err } = await submit(args)
      assert.equal(status, 0, err)
      assert.match(out, /^status +approved$/m)
      assert.match(out, /^check +name: passed \(names_agree\)$/m)
      assert.match(err, /^Submitted ver_/)
      assert.doesNotMatch(`${out}${err}`, /Testou/)
    })

    const ends = [
      ['DEMO-DECLINED', 'declined', 'face_mismatch'],
      ['DEMO-ERROR', 'error', undefined],
    ] as const
    for (const [number, end, reason] of ends) {
      test(`ends with 3 when it is ${end}, and says why`, async () => {
        const { status, out } = await submit(['--id-number', number, '--json'])
        const shown = JSON.parse(out)
        assert.deepEqual([status, shown.status], [3, end])
        if (reason !== undefined) assert.equal(shown.reasons[0].code, reason)
        assert.ok(!('smile_result' in shown))
      })
    }

    test('shows all that the server says but personal data: the document is masked', async (t) => {
      const [answer] = verificationDescriptions.detail.answers
      const data = answer.examples.declined
      const server = createHttpServer((request, response) => {
        request.resume().on('end', () => {
          response.setHeader('Content-Type', 'application/json')
          response.end(JSON.stringify({ data }))
        })
      })
      t.after(() => server.close())
      const url = ['--url', `http://127.0.0.1:${await listenLocally(server)}`]
      const { out } = await submit([...url, '--json'])
      const { smile_result: _, document, ...rest } = data
      const masked = { ...document, number: '…731', date_of_birth: null, expiry_date: null }
      assert.deepEqual(JSON.parse(out), { ...rest, document: masked })
      const text = (await submit(url)).out
      assert.match(text, /^check +id_number: not_done \(nothing_read\)$/m)
      assert.match(text, /^document +valid: TD3, SEN, number …731, on the front$/m)
    })

    test('ends with 3 when the time to wait is over', async () => {
      const args = ['--id-number', 'DEMO-UNDECIDED', '--timeout', '30s', '--json']
      const { status, out, err } = await submit(args)
      const { id, status: reached } = JSON.parse(out)
      assert.deepEqual([status, reached], [3, 'pending'])
      assert.match(err, new RegExp(`Still pending.* svc verifications get ${id}`))
    })

    test('says that a certificate is not trusted, and what to do', async (t) => {
      const { key, cert } = await certifyServer(await makeAuthority())
      const server = createServer({ key, cert })
      t.after(() => server.close())
      const port = await listenLocally(server)
      const { status, err } = await submit(['--url', `https://127.0.0.1:${port}`])
      assert.equal(status, 7)
      assert.match(err, /is not trusted .*NODE_EXTRA_CA_CERTS/)
    })

    test('takes a base URL with its version segment, too', async () => {
      const { status, err } = await submit(['--url', `${running.url}/`])
      assert.equal(status, 0, err)
    })

    test('does not wait with --no-wait', async () => {
      const { status, out } = await submit(['--no-wait', '--json'])
      assert.deepEqual([status, JSON.parse(out).status], [0, 'pending'])
    })

    test('stops waiting at Ctrl-C, and says that the verification goes on', async () => {
      const args = ['--country', 'SN', '--id-type', 'national_id', ...images]
      const started = startSvc(['verifications', 'submit', ...args], {
        env,
        clock: running.clock,
        wait: async (_delayMs, signal) => {
          started.signal('SIGINT')
          signal.throwIfAborted()
        },
      })
      const { status, out, err } = await started.ended
      assert.deepEqual([status, out], [130, ''])
      assert.match(err, /Interrupted\. ver_\w+ continues on the server; see it with: svc verif/)
    })

    test('submits once for one idempotency key', async () => {
      const args = ['--idempotency-key', 'cli-once', '--no-wait', '--json']
      const [first, second] = [await submit(args), await submit(args)]
      assert.equal(JSON.parse(second.out).id, JSON.parse(first.out).id)
    })

    test('is answered at once with a sandbox key', async () => {
      const { status, out } = await submit([], { SVC_API_KEY: running.sandboxKey })
      assert.equal(status, 0)
      assert.match(out, /^status +approved$/m)
    })

    test('shows what the server refuses, with the request id that its log has', async () => {
      const args = ['--date-of-birth', '2199-01-01', '--country', 'XX', '--json']
      const { status, err } = await submit(args)
      const { error } = JSON.parse(err)
      assert.equal(status, 2)
      assert.deepEqual(error.details.map((fault: { param: string }) => fault.param).sort(), [
        '--country',
        '--date-of-birth',
      ])
      assert.equal(error.server, running.server.url)
      assert.ok(running.logLines.some((line) => line.includes(error.request_id)))
    })

    test('ends with 4 for a key that is not accepted and with 7 where nobody answers', async () => {
      const refused = await submit([], { SVC_API_KEY: 'svc_live_no' })
      assert.equal(refused.status, 4)
      const nobody = await submit(['--json'], { SVC_URL: 'http://127.0.0.1:9' })
      assert.equal(nobody.status, 7)
      assert.match(JSON.parse(nobody.err).error.message, /--idempotency-key [0-9a-f-]{36}$/)
    })

    test('names every option and every file that is missing before it sends anything', async () => {
      const nothing = await runSvc(['verifications', 'submit', '--json'], { env })
      assert.equal(nothing.status, 2)
      assert.equal(JSON.parse(nothing.err).error.details.length, 4)
      const { status, err } = await submit(['--front', 'no-such.jpg', '--back', running.dataDir])
      assert.equal(status, 2)
      assert.match(err, /There is no file no-such\.jpg\./)
      assert.ok(err.includes(`${running.dataDir} is a folder`))
      const both = await runSvc(
        ['verifications', 'submit', '--json', '--front', 'no-such.jpg', '--country', 'SN'],
        { env },
      )
      const { details } = JSON.parse(both.err).error
      assert.deepEqual(
        details.map(({ param }: { readonly param: string }) => param),
        ['--selfie', '--id-type', '--front'],
      )
    })

    test('takes the claims from stdin or a file, where no other user sees them', async () => {
      const claims = { first_name: 'Awa', last_name: 'Testou', external_ref: 'unseen-1' }
      const file = join(running.dataDir, 'claims.json')
      writeFileSync(file, JSON.stringify({ ...claims, id_number: 'DEMO-DECLINED' }))
      const read = await submit(['--claims', file, '--json'])
      assert.deepEqual([read.status, JSON.parse(read.out).external_ref], [3, 'unseen-1'])
      const typed = await submit(['--claims', '-', '--json'], {}, JSON.stringify(claims))
      assert.equal(typed.status, 0, typed.err)
      assert.equal(JSON.parse(typed.out).external_ref, 'unseen-1')
    })

    test('names what is wrong with the claims, and repeats nothing of them', async () => {
      const wrong = { id_number: 275, name: 'Testou', first_name: 'Awa' }
      const { status, err } = await submit(['--claims', '-'], {}, JSON.stringify(wrong))
      assert.equal(status, 2)
      assert.match(err, /--claims may hold id_number, first_name/)
      assert.match(err, /id_number in --claims must be a text/)
      assert.doesNotMatch(err, /Testou|275/)
      const twice = await submit(['--first-name', 'Awa', '--claims', '-'], {}, '{"first_name":"A"}')
      assert.match(twice.err, /--first-name is in --claims too/)
      assert.match((await submit(['--claims', '-'], {}, 'Awa')).err, /must hold a JSON object/)
      assert.match((await submit(['--claims', 'none.json'])).err, /There is no file none\.json/)
    })

    test('says where a key comes from when there is none', async () => {
      const { status, err } = await submit([], { SVC_API_KEY: '' })
      assert.equal(status, 4)
      assert.match(err, /SVC_API_KEY_FILE/)
    })
  })

  describe('list and get', () => {
    test('read what clients submitted, of either environment', async () => {
      const body = { country: 'SN', id_type: 'passport', id_number: 'A1', first_name: 'Awa' }
      const person = { ...body, last_name: 'Testou', date_of_birth: '1991-02-03' }
      const { data } = await call(`${running.url}/kyc/sandbox/verify`, {
        key: running.sandboxKey,
        json: { ...person, external_ref: 'listed' },
      })
      const args = ['verifications', 'list', '--external-ref', 'listed']
      const listed = JSON.parse((await runSvc([...args, '--json'], { env })).out)
      assert.deepEqual(
        listed.items.map((item: Record<string, string>) => [item.id, item.environment]),
        [[data.id, 'sandbox']],
      )
      const { out } = await runSvc(args, { env })
      assert.match(out, new RegExp(`${data.id} +approved +sandbox +SN +passport +listed`))
      const skipped = await runSvc([...args, '--scoring-skipped', '--json'], { env })
      assert.deepEqual(JSON.parse(skipped.out).items, [])
      const got = JSON.parse(
        (await runSvc(['verifications', 'get', String(data.id), '--json'], { env })).out,
      )
      assert.deepEqual([got.id, got.status, got.environment], [data.id, 'approved', 'sandbox'])
    })

    test('go from page to page by the cursor that was given', async () => {
      for (let count = 0; count < 3; count += 1) await submit(['--no-wait'])
      const page = async (...more: string[]) => {
        const args = ['verifications', 'list', '--env', 'live', '--limit', '2', ...more]
        return JSON.parse((await runSvc([...args, '--json'], { env })).out)
      }
      const first = await page()
      const second = await page('--cursor', first.next_cursor)
      const ids = [...first.items, ...second.items].map((item: { id: string }) => item.id)
      assert.equal(new Set(ids).size, 4)
      assert.deepEqual(ids, ids.toSorted().reverse())
    })

    test('show the raw answer of the provider only when asked, with a warning', async () => {
      const { out } = await submit(['--first-name', 'Awa', '--last-name', 'Testou', '--json'])
      const args = ['verifications', 'get', JSON.parse(out).id]
      const plain = await runSvc([...args, '--json'], { env })
      assert.ok(!('smile_result' in JSON.parse(plain.out)))
      assert.doesNotMatch(plain.out, /testou/i)
      const asked = await runSvc([...args, '--with-provider-answer', '--json'], { env })
      assert.match(JSON.stringify(JSON.parse(asked.out).smile_result), /testou/i)
      assert.match(asked.err, /personal data/)
      const { reader } = running.appliance.db
      const page = { limit: 5, after: undefined }
      const [entry, ...more] = (
        await listAuditEntries(reader, { action: 'verification.read' }, page)
      ).filter(({ actor }) => actor.kind === 'cli')
      assert.equal(more.length, 0, 'the plain one shows nothing of the person')
      assert.equal(entry?.subject?.id, JSON.parse(out).id)
      assert.equal(entry?.details.os_uid, process.getuid?.())
      assert.equal(entry?.details.os_user, userInfo().username)
    })

    test('refuse filters that mean nothing, all at once, and ids that nobody has', async () => {
      const args = ['verifications', 'list', '--status', 'done', '--from', 'monday', '--json']
      const { status, err } = await runSvc(args, { env })
      assert.equal(status, 2)
      const params = JSON.parse(err).error.details.map((fault: { param: string }) => fault.param)
      assert.deepEqual(params, ['--status', '--from'])
      assert.equal((await runSvc(['verifications', 'get', 'ver_1'], { env })).status, 5)
    })
  })
})
