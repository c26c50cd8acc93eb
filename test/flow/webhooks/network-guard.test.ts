import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { describe, type TestContext, test } from 'node:test'
import { checkTarget } from '../../../server/webhooks/check-target.ts'
import { parseWebhookUrl } from '../../../server/webhooks/webhook-url.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { forbiddenAddresses, oddUrls, privateAddresses } from '../../support/odd-addresses.ts'
import { turns } from '../../support/turns.ts'
import { answer, type Behave } from '../../support/webhook-receiver.ts'
import { openReceiver, openSending, type SendingOptions } from './sending.ts'

const ok: Behave = (socket) => socket.end(answer('200 OK', ['Connection: close']))

/** A receiver on every address of this machine that must not be reached, and a count of all dialling. */
async function openTrap(t: TestContext, options: SendingOptions = {}) {
  const trap = await openReceiver(t, ok, { host: '::' })
  const sending = await openSending(t, options)
  let dialled = 0
  const count = () => {
    dialled += 1
  }
  channel('net.client.socket').subscribe(count)
  t.after(() => channel('net.client.socket').unsubscribe(count))
  return { trap, ...sending, dialled: () => dialled }
}

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address)

describe('no address of the table is dialled', () => {
  const everything = '10.0.0.0/8,fd00::/8,hooks.test,*.test'
  const lists = { 'without an allow list': 'none', 'with one for other things': everything }
  for (const [name, allow] of Object.entries(lists)) {
    test(`written in the URL, ${name}`, async (t) => {
      const { trap, outcomeOf, dialled } = await openTrap(t, { allow })
      for (const address of closedUnder(allow)) {
        const outcome = await outcomeOf(`https://${bracketed(address)}:${trap.port}/`)
        assert.equal(outcome, 'address_forbidden', address)
      }
      assert.deepEqual([dialled(), trap.connections()], [0, 0])
    })
  }

  test('behind a name, from DNS or the hosts file', async (t) => {
    const all = [...forbiddenAddresses, ...privateAddresses]
    const options = {
      dns: (name: string) => [all[Number(/^n(\d+)\.dns/.exec(name)?.[1])] ?? '192.0.2.1'],
      hosts: all.map((address, index) => `${address} n${index}.hosts.test`),
    }
    const { trap, outcomeOf, dialled } = await openTrap(t, options)
    for (const [index, address] of all.entries()) {
      for (const host of [`n${index}.dns.test`, `n${index}.hosts.test`]) {
        const outcome = await outcomeOf(`https://${host}:${trap.port}/`)
        assert.equal(outcome, 'address_forbidden', `${host} ${address}`)
      }
    }
    assert.deepEqual([dialled(), trap.connections()], [0, 0])
  })

  test('by plain http, save where its network is listed', async (t) => {
    const { trap, outcomeOf, dialled } = await openTrap(t, { allow: '10.0.0.0/8,*.test' })
    const closed = closedUnder('10.0.0.0/8').map((address) => bracketed(address))
    for (const host of [...closed, '1.1.1.1', '[2606:4700::1111]']) {
      assert.equal(await outcomeOf(`http://${host}:${trap.port}/`), 'address_forbidden', host)
    }
    assert.deepEqual([dialled(), trap.connections()], [0, 0])
  })
})

describe('no spelling of a URL gets round the guard', () => {
  for (const text of oddUrls) {
    test(JSON.stringify(text), async (t) => {
      const options = { dns: () => ['127.0.0.1', '::1'] }
      const { trap, policy, outcomeOf, dialled } = await openTrap(t, options)
      const spelt = text.replace('PORT', String(trap.port))
      assert.equal(parseWebhookUrl(spelt, policy).kind, 'refused')
      // As if registration had let it pass.
      if (URL.canParse(spelt)) assert.equal(await outcomeOf(spelt), 'address_forbidden')
      assert.deepEqual([dialled(), trap.connections()], [0, 0])
    })
  }

  test('and the trap does work: under the development switch it is reached', async (t) => {
    const { trap, outcomeOf } = await openTrap(t, { allowLoopback: true })
    const reached = ['127.0.0.1', '2130706433', 'localhost', 'api.localhost', '①②⑦.⓪.⓪.①']
    for (const host of reached) {
      assert.equal(await outcomeOf(`http://${host}:${trap.port}/`), 200, host)
    }
    assert.equal(trap.connections(), reached.length)
  })
})

describe('a name that changes its mind', () => {
  test('between registration and delivery is refused at the delivery', async (t) => {
    const clock = new ManualClock()
    let addresses = ['93.184.216.34']
    const options = { clock, dns: () => addresses }
    const { trap, policy, resolver, outcomeOf, dialled } = await openTrap(t, options)
    const url = new URL(`https://rebinding.test:${trap.port}/`)
    assert.deepEqual(await checkTarget({ policy, resolver }, url), [])
    for (const next of [['127.0.0.1'], ['10.0.0.1'], ['::1'], ['169.254.169.254']]) {
      addresses = next
      clock.advance(30_000)
      assert.equal(await outcomeOf(url), 'address_forbidden')
    }
    assert.deepEqual([dialled(), trap.connections()], [0, 0])
  })

  test('between the check and the dialling has no effect: it is asked once', async (t) => {
    let questions = 0
    const dns = (_: string, type: string) => {
      if (type === 'A') questions += 1
      return questions <= 1 ? ['127.0.0.1'] : ['169.254.169.254']
    }
    const {
      trap,
      outcomeOf,
      dns: server,
      dialled,
    } = await openTrap(t, { allowLoopback: true, dns })
    assert.equal(await outcomeOf(`http://rebinding.test:${trap.port}/`), 200)
    assert.deepEqual([server.asked.length, dialled(), trap.connections()], [2, 1, 1])
  })

  test('between two deliveries is judged anew with the next connection', async (t) => {
    const clock = new ManualClock()
    let addresses = ['127.0.0.1']
    const options = { clock, allowLoopback: true, dns: () => addresses }
    const { trap, outcomeOf, dialled } = await openTrap(t, options)
    const url = `http://rebinding.test:${trap.port}/`
    assert.equal(await outcomeOf(url), 200)
    await trap.deserted()
    await turns(2)
    addresses = ['10.0.0.1']
    clock.advance(30_000)
    assert.equal(await outcomeOf(url), 'address_forbidden')
    assert.deepEqual([dialled(), trap.connections()], [1, 1])
  })
})

describe('a name with several addresses', () => {
  const mixed = [
    ['127.0.0.1', '10.0.0.1'],
    ['10.0.0.1', '127.0.0.1'],
    ['127.0.0.1', 'fd00:ec2::254'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['127.0.0.1', '127.0.0.2', '0.0.0.0'],
  ]
  for (const addresses of mixed) {
    test(`is refused for one that is not allowed: ${addresses}`, async (t) => {
      const options = { allowLoopback: true, dns: () => addresses }
      const { trap, outcomeOf, dialled } = await openTrap(t, options)
      assert.equal(await outcomeOf(`http://mixed.test:${trap.port}/`), 'address_forbidden')
      assert.deepEqual([dialled(), trap.connections()], [0, 0])
    })
  }

  test('is reached at the next one where the first does not take the connection', async (t) => {
    const receiver = await openReceiver(t, ok)
    const hosts = ['127.0.0.9 several.test', '127.0.0.1 several.test']
    const { outcomeOf } = await openSending(t, { allowLoopback: true, hosts })
    assert.equal(await outcomeOf(`http://several.test:${receiver.port}/`), 200)
  })

  test('is given up after four', async (t) => {
    const receiver = await openReceiver(t, ok)
    const hosts = [9, 8, 7, 6, 1].map((last) => `127.0.0.${last} many.test`)
    const { outcomeOf } = await openSending(t, { allowLoopback: true, hosts })
    assert.equal(await outcomeOf(`http://many.test:${receiver.port}/`), 'connection_failed')
  })
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) to a metadata address is an answer and is not followed`, async (t) => {
    const { outcomeOf, dialled } = await openTrap(t, { allowLoopback: true })
    const location = 'Location: http://169.254.169.254/latest/meta-data/'
    const redirecting = await openReceiver(t, (socket) =>
      socket.write(answer(`${status} Elsewhere`, [location])),
    )
    assert.equal(await outcomeOf(redirecting.url), status)
    assert.equal(dialled(), 1)
  })
}

test('our own port is not reached, though loopback is open', async (t) => {
  const own = await openReceiver(t, ok)
  const { outcomeOf } = await openSending(t, { allowLoopback: true, ownPorts: [own.port] })
  assert.equal(await outcomeOf(own.url), 'address_forbidden')
  assert.equal(own.connections(), 0)
})

test('a name that does not resolve fails the attempt and is no reason to refuse a registration', async (t) => {
  const { policy, resolver, outcomeOf } = await openSending(t)
  const url = new URL('https://not-yet.test/')
  assert.equal(await outcomeOf(url), 'dns_failed')
  assert.deepEqual(await checkTarget({ policy, resolver }, url), [])
})

test('a registration says what kind of address its name leads to, but not which', async (t) => {
  const hosts = ['10.1.2.3 inside.test', '127.0.0.1 here.test', '1.1.1.1 outside.test']
  const { policy, resolver } = await openSending(t, { hosts, allow: '10.9.0.0/16' })
  const messageFor = async (url: string) => {
    const [fault] = await checkTarget({ policy, resolver }, new URL(url))
    return fault?.message ?? 'accepted'
  }
  assert.match(await messageFor('https://inside.test/'), /private address(?!.*10\.1)/)
  assert.match(await messageFor('https://here.test/'), /never sent to(?!.*127)/)
  assert.match(await messageFor('http://outside.test/'), /must begin with https/)
  assert.equal(await messageFor('https://outside.test/'), 'accepted')
})

/** What stays closed under a list: all of the table but the members of its networks. */
function closedUnder(allow: string): readonly string[] {
  const all = [...forbiddenAddresses, ...privateAddresses]
  return all.filter((address) => {
    if (forbiddenAddresses.some((one) => one === address)) return true
    const isTen = address.startsWith('10.') && allow.includes('10.0.0.0/8')
    return !isTen && !(address.startsWith('fd') && allow.includes('fd00::/8'))
  })
}
