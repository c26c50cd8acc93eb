import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { networkInterfaces } from 'node:os'
import { describe, type TestContext, test } from 'node:test'
import { checkTarget } from '../../../server/webhooks/check-target.ts'
import { parseWebhookUrl } from '../../../server/webhooks/webhook-url.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { forbiddenAddresses, oddUrls, privateAddresses } from '../../support/odd-addresses.ts'
import { answer, type Behave } from '../../support/servers/webhook-receiver.ts'
import { turns, until } from '../../support/turns.ts'
import { openReceiver, openSending, type SendingOptions } from './sending.ts'

const ok: Behave = (socket) => socket.end(answer('200 OK', ['Connection: close']))

/** A receiver on every address of this machine that must not be reached, and a count of all dialling. */
async function openTrap(t: TestContext, options: SendingOptions = {}) {
  const trap = await openReceiver(t, ok, { host: everyAddress() })
  const sending = await openSending(t, options)
  let dialled = 0
  const count = () => {
    dialled += 1
  }
  channel('net.client.socket').subscribe(count)
  t.after(() => channel('net.client.socket').unsubscribe(count))
  return { trap, ...sending, dialled: () => dialled }
}

/** A kernel without IPv6 refuses its address. */
function everyAddress(): string {
  const interfaces = Object.values(networkInterfaces()).flat()
  return interfaces.some((one) => one?.family === 'IPv6') ? '::' : '0.0.0.0'
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

test('a name is asked for once in 30 seconds, for both families at the same time', async (t) => {
  const clock = new ManualClock()
  const dns = () => ['192.0.2.1', '2001:db8::1']
  const { resolver, dns: server } = await openSending(t, { clock, dns })
  const both = await Promise.all([resolver.resolve('a.example'), resolver.resolve('a.example')])
  assert.deepEqual(both, [['192.0.2.1', '2001:db8::1'], both[0]])
  clock.advance(29_999)
  await resolver.resolve('a.example')
  assert.deepEqual([...server.asked].sort(), ['A a.example', 'AAAA a.example'])
  clock.advance(1)
  await resolver.resolve('a.example')
  assert.equal(server.asked.length, 4)
})

test('a name without addresses is asked for again after 5 seconds', async (t) => {
  const clock = new ManualClock()
  const { resolver, dns } = await openSending(t, { clock })
  assert.deepEqual(await resolver.resolve('late.example'), [])
  clock.advance(4_999)
  await resolver.resolve('late.example')
  assert.equal(dns.asked.length, 2)
  clock.advance(1)
  await resolver.resolve('late.example')
  assert.equal(dns.asked.length, 4)
})

test('silence of the name server ends with the budget; what it did say counts', async (t) => {
  const silent = await openSending(t, { dns: () => undefined, dnsBudgetMs: 100 })
  assert.deepEqual(await silent.resolver.resolve('a.example'), [])
  const clock = new ManualClock()
  const slow = await openSending(t, { clock, dns: () => undefined, dnsBudgetMs: 60_000 })
  const asking = slow.resolver.resolve('a.example')
  await until(() => slow.dns.asked.length === 2)
  clock.advance(60_000)
  assert.deepEqual(await asking, [])
  const half = await openSending(t, {
    dns: (_, type) => (type === 'A' ? ['192.0.2.1'] : undefined),
    dnsBudgetMs: 100,
  })
  assert.deepEqual(await half.resolver.resolve('a.example'), ['192.0.2.1'])
})

test('the hosts file goes before the name servers, and an address stands for itself', async (t) => {
  const hosts = ['# ours', '10.1.2.3 Hooks.Bank.internal hooks # both', 'fd12::3\thooks', 'x hooks']
  const { resolver, dns } = await openSending(t, { hosts, dns: () => ['192.0.2.1'] })
  assert.deepEqual(await resolver.resolve('hooks.bank.internal'), ['10.1.2.3'])
  assert.deepEqual(await resolver.resolve('hooks'), ['10.1.2.3', 'fd12::3'])
  assert.deepEqual(await resolver.resolve('192.0.2.9'), ['192.0.2.9'])
  assert.deepEqual(await resolver.resolve('2001:db8::9'), ['2001:db8::9'])
  assert.deepEqual(await resolver.resolve('api.localhost'), ['127.0.0.1', '::1'])
  assert.deepEqual(dns.asked, [])
})

test('names beyond the first thousand take the place of the oldest', async (t) => {
  const clock = new ManualClock()
  const hosts = Array.from({ length: 1_001 }, (_, index) => `192.0.2.1 h${index}`)
  const { resolver, dns } = await openSending(t, { clock, hosts, dns: () => ['192.0.2.7'] })
  await resolver.resolve('first.example')
  for (let index = 0; index < 1_000; index += 1) await resolver.resolve(`h${index}`)
  await resolver.resolve('first.example')
  assert.equal(dns.asked.length, 4)
})

test('names that cannot be asked for have no address', async (t) => {
  const { resolver } = await openSending(t, { dns: () => ['192.0.2.1'] })
  for (const name of ['a..b', `${'x'.repeat(64)}.example`, `${'a.'.repeat(150)}b`]) {
    assert.deepEqual(await resolver.resolve(name), [], name)
  }
})
