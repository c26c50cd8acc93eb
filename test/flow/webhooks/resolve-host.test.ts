import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '../../support/manual-clock.ts'
import { until } from '../../support/turns.ts'
import { openSending } from './sending.ts'

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
