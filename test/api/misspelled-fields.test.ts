// Not again on PostgreSQL: verifications/list-filters.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { scopes } from '../../server/keys/key.ts'
import { call } from '../support/api-client.ts'
import { liveForm, type RunningAppliance, startAppliance } from '../support/running-appliance.ts'
import { person } from './verifications/sandbox-client.ts'

let app: RunningAppliance
let manager: string
before(async () => {
  app = await startAppliance()
  manager = await app.key('sandbox', scopes)
})
after(() => app.close())

const post = (path: string, json: unknown) => call(`${app.url}${path}`, { key: manager, json })

describe('a misspelled field of a body, whose right name is absent, is named', () => {
  const { first_name, ...nameless } = person
  const misspelled: Readonly<Record<string, readonly [object, sent: string, meant: string]>> = {
    '/score/get': [{ verification_id: 'ver_1' }, 'verification_id', 'verificationId'],
    '/kyc/sandbox/verify': [{ ...nameless, firstName: first_name }, 'firstName', 'first_name'],
    '/keys': [{ nmae: 'Branch' }, 'nmae', 'name'],
    '/webhooks': [{ callback_url: 'https://a.example/', events: [] }, 'callback_url', 'url'],
  }
  for (const [path, [body, sent, meant]] of Object.entries(misspelled)) {
    test(`${sent} of ${path}`, async () => {
      const { status, error } = await post(path, body)
      const fault = error.details?.find(({ param }) => param === meant)
      assert.deepEqual([status, fault?.code], [400, 'missing'])
      assert.match(
        fault?.message ?? '',
        new RegExp(
          `^${meant} is required.* You sent ${sent}, which is unknown: if you mean it, name it ${meant}\\.$`,
        ),
      )
    })
  }

  test('of a change that would change nothing', async () => {
    const url = 'https://hooks.example.com/svc'
    const { data } = await post('/webhooks', { url, events: ['verification.completed'] })
    const asked = { key: manager, method: 'PATCH', json: { actve: false } }
    const { status, error } = await call(`${app.url}/webhooks/${data.id}`, asked)
    assert.deepEqual([status, error.param], [400, 'body'])
    assert.match(error.message, / You sent actve, which is unknown: .* name it active\.$/)
  })

  test('in a form, files included', async () => {
    const { country, ...others } = person
    const form = liveForm({ ...others, coutnry: country }, { front: Buffer.alloc(9) })
    const { error } = await call(`${app.url}/kyc/verify`, { key: manager, body: form })
    const hints = (error.details ?? []).map(({ message }) => message.split('You sent ')[1])
    for (const [sent, meant] of [
      ['front', 'front_image'],
      ['coutnry', 'country'],
    ]) {
      assert.ok(hints.includes(`${sent}, which is unknown: if you mean it, name it ${meant}.`))
    }
  })

  test('unless it is none of ours, and soon, however many there are', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => [`field_${at}`, 1])
    const before = process.cpuUsage()
    const { error } = await post('/keys', { '<name>': 'Branch', ...Object.fromEntries(many) })
    assert.equal(error.message, 'name is required: a text that says what the key is for.')
    // Not by the clock, which also runs while others have the processor.
    const { user, system } = process.cpuUsage(before)
    assert.ok(user + system < 500_000)
  })
})
