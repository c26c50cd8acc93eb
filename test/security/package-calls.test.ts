// Slow: reads each file of the packages of production.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { z } from 'zod'

/** Packages with code that could call another machine, and why none passes by the guards of `server/egress`. */
const known: Readonly<Record<string, string>> = {
  '@koa/router': 'reads the list of methods of node:http',
  '@noble/hashes': 'has a function of this name that reads random bytes',
  '@simplewebauthn/server': 'calls for attestations, which users/factors/passkeys.ts leaves out',
  brotli: 'calls in a browser',
  cookies: 'writes headers by node:http',
  'global-agent': 'installs another package, and is not loaded',
  jose: 'asks for keys by a function that directory/logout-token.ts does not use',
  koa: 'answers requests by node:http',
  kysely: 'has the method of this name for FETCH of SQL',
  oauth4webapi: 'calls by the fetch that openid-client gives it',
  'onnxruntime-node': 'calls while it is installed, and installing runs no scripts',
  'openid-client': 'calls by the fetch that directory/directory-client.ts gives it',
  pdfkit: 'has its package manager beside it',
  pdfmake: 'asks the policy of printing/print-pdf.ts, which allows no address',
  pg: 'connects to the database of the settings',
  'png-js': 'calls in a browser',
  'prom-client': 'sends metrics to a gateway, which nothing makes',
  s3mini: 'calls by the fetch that s3/s3-client.ts gives it',
  sharp: 'shows calls in its documentation',
  undici: 'connects by the connector of egress/guarded-agent.ts',
}

const call =
  /(?<![.\w])fetch\)?\(|[=|?] ?fetch\b|globalThis\.fetch|(?:require\(|from ?|import\()\s*['"](?:node:)?(?:https?|net|tls|dgram|dns|http2|dns\/promises)['"]|XMLHttpRequest|new WebSocket/

const lockShape = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().default(false), devOptional: z.boolean().default(false) }),
  ),
})

function callingPackages(): readonly string[] {
  const { packages } = lockShape.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .filter(([path]) => filesOf(path).some((file) => call.test(readFileSync(file, 'utf8'))))
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

/** Packages for other machines are not installed. */
function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[cm]?js$/.test(name) && !/(?:^|\/)node_modules\//.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

describe('packages of production', () => {
  test('that could call another machine are known, each with what keeps it from that', () => {
    assert.deepEqual([...new Set(callingPackages())].sort(), Object.keys(known).sort())
  })

  test('are found by what they call', () => {
    for (const code of [
      "const answer = await fetch('https://a.example')",
      'const answer = await (given ?? fetch)(address)',
      'function call(address, by = fetch) {}',
      "import { request } from 'node:https'",
      'const net = require("net")',
    ]) {
      assert.match(code, call)
    }
    assert.doesNotMatch('await client.fetch(url); prefetch(url)', call)
  })
})
