// The files that run three nodes behind a load balancer. Tests start no containers, so their parts are held to each
// other and to the settings of the product.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { productVersion } from '../../../server/product-version.ts'

const product = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(product, path), 'utf8')
const compose = read('scripts/deploy/compose.yaml')
const balancer = read('scripts/deploy/haproxy.cfg')

/** Names two spaces below a top-level key. */
function namesBelow(key: string): readonly string[] {
  const lines = compose.split('\n')
  const from = lines.indexOf(`${key}:`) + 1
  const length = lines.slice(from).findIndex((line) => /^[a-z]/.test(line))
  const block = lines.slice(from, length < 0 ? undefined : from + length)
  return block.flatMap((line) => /^ {2}(\w+):/.exec(line)?.[1] ?? [])
}

/** The lines of a service. */
function blockOf(service: string): string {
  const from = compose.indexOf(`\n  ${service}:\n`)
  const length = compose.slice(from + 1).search(/\n(?: {2})?\w/)
  return compose.slice(from, from + 1 + length)
}

function addressOf(service: string): string | undefined {
  return /ipv4_address: (\S+)/.exec(blockOf(service))?.[1]
}

describe('three nodes behind a load balancer', () => {
  test('are YAML in its plain form: even indents, no tabs, every alias has its anchor', () => {
    assert.doesNotMatch(compose, /\t/)
    for (const line of compose.split('\n').filter((one) => one.trim() !== '')) {
      assert.match(line, /^(?: {2})*[^ ]/, line)
    }
    const anchors = [...compose.matchAll(/&(\w+)$/gm)].map(([, name]) => name)
    const aliases = [...compose.matchAll(/: \*(\w+)$/gm)].map(([, name]) => name)
    for (const name of aliases) assert.ok(anchors.includes(name), name)
  })

  test('name only services, volumes and networks that are there', () => {
    const services = namesBelow('services')
    assert.deepEqual(services, [
      'prepare',
      'database',
      'init',
      'node1',
      'node2',
      'node3',
      'balancer',
    ])
    const volumes = namesBelow('volumes')
    const mounted = [...compose.matchAll(/^ +- (\w+):\//gm)].map(([, name]) => name)
    for (const name of mounted) assert.ok(volumes.includes(name ?? ''), name)
    assert.deepEqual(namesBelow('networks'), ['inside'])
  })

  test('run this release, with settings that the product knows', () => {
    assert.ok(compose.includes(`image: svc:${productVersion()}\n`))
    const known = new Set(read('data/guide/settings.md').match(/SVC_[A-Z_]+/g))
    const given = new Set(compose.match(/SVC_[A-Z_]+(?=:)/g))
    // Any secret can be given as a file.
    for (const name of given)
      assert.ok(known.has(name.replace(/^(SVC_DATABASE_URL)_FILE$/, '$1')), name)
    assert.ok(given.size > 8)
  })

  test('are told apart by the names of their hosts', () => {
    const hosts = [...compose.matchAll(/^ {2}(\w+):\n {4}<<: \*node\n {4}hostname: (\w+)$/gm)]
    assert.deepEqual(
      hosts.map(([, service, host]) => [service, host]),
      ['node1', 'node2', 'node3'].map((name) => [name, name]),
    )
  })

  test('are found by the load balancer, which asks whether each is ready', () => {
    const servers = [...balancer.matchAll(/^ {4}server (\w+) (\S+)$/gm)]
    assert.deepEqual(
      servers.map(([, name, address]) => [name, address]),
      ['node1', 'node2', 'node3'].map((name) => [name, `${addressOf(name)}:8080`]),
    )
    assert.match(balancer, /option httpchk GET \/readyz/)
    const port = /SVC_OPS_PORT: "(\d+)"/.exec(compose)?.[1]
    assert.match(balancer, new RegExp(`check port ${port} `))
    assert.ok(compose.includes(`SVC_TRUSTED_PROXIES: ${addressOf('balancer')}\n`))
  })

  test('keep their addresses, far from those that others are given', () => {
    const addresses = ['node1', 'node2', 'node3', 'balancer'].map(addressOf)
    assert.equal(new Set(addresses).size, 4)
    for (const address of addresses) assert.match(`${address}`, /^10\.87\.0\.2\d\d$/)
  })

  test('run again once the machine has, as their database and the load balancer do', () => {
    const policies = [...compose.matchAll(/^ +restart: (.+)$/gm)].map(([, policy]) => policy)
    assert.deepEqual(policies, ['always', 'always', 'always'])
  })

  test('keep a bounded log, whatever runs for long', () => {
    const running = compose.match(/^ +restart: always$/gm)
    assert.equal(
      compose.match(/^ +restart: always\n +logging: \*logging$/gm)?.length,
      running?.length,
    )
    assert.match(compose, /^ {4}max-size: \d+m\n {4}max-file: "\d+"$/m)
  })

  test('show the database nothing of the settings but its own password', () => {
    const mounts = [...blockOf('database').matchAll(/^ {6}- ([^:\n]+):/gm)].map(
      ([, volume]) => volume,
    )
    assert.deepEqual(mounts, ['password', 'database'])
  })
})
