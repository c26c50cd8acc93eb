import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readGuide } from '../../scripts/guide-tables.ts'
import { consoleFolder } from '../../server/http/console/console-files.ts'
import { uploadLimits } from '../../server/http/uploads/upload-limits.ts'
import {
  decodeSecondsMax,
  imageSidePixelsMax,
  imageSidePixelsMin,
} from '../../server/images/decoder/decode-limits.ts'
import { imagePixelsMax } from '../../server/images/image.ts'
import { csvLines } from '../../server/kernel/csv.ts'
import { environmentOfKeyText, generateKeyText, scopes } from '../../server/keys/key.ts'
import { routesOnPaper } from '../../server/routes.ts'
import { permissions } from '../../server/users/role.ts'
import { startAppliance } from '../support/running-appliance.ts'
import { nameOfCall, readProductCode, textOf } from './product-code.ts'

test('whatever stands in a cell, a spreadsheet takes it for a text', () => {
  const hostile = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\0', ' ', '"', ',', ';', '\n')
  const cell = fc
    .tuple(fc.array(hostile), fc.string())
    .map(([signs, rest]) => signs.join('') + rest)
  fc.assert(
    fc.property(cell, fc.constantFrom('comma', 'semicolon'), (text, separator) => {
      const line = csvLines([[text]], separator as 'comma' | 'semicolon')
      const shown = line
        .slice(0, -2)
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('""', '"')
      assert.doesNotMatch(shown, /^[=+\-@\t\r\0＝＋－＠]/)
      assert.ok(shown === text || shown.includes("'"), shown)
    }),
    { numRuns: 3_000 },
  )
})

test('each endpoint says who may call it: a scope, a permission, or how far a sign-in has come', () => {
  const undeclared = routesOnPaper().flatMap((route) => {
    const { audience, method, path } = route
    if (audience === 'client') return scopes.includes(route.scope) ? [] : [path]
    if (audience !== 'console') return [`${audience} ${method} ${path}`]
    const known = ['half_way', 'enrolling', 'signed_in', ...permissions]
    return known.includes(route.permission) ? [] : [`${route.permission} ${method} ${path}`]
  })
  // Whoever reads this list knows every way in that asks for nothing.
  assert.deepEqual(undeclared.toSorted(), [
    'open GET /setup',
    'open POST /links/accept',
    'open POST /setup',
    'open POST /sign-in',
    'open POST /sign-in/directory',
    'open POST /sign-in/directory/complete',
    'provider POST /callbacks/:provider/:jobId',
    'provider POST /callbacks/directory/logout',
    'public GET /openapi.json',
  ])
})

describe('the guide', () => {
  test('says which images are accepted, how large, and what becomes of hostile ones', () => {
    const text = unwrapped('api')
    const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
    for (const said of [
      'JPEG or PNG by content',
      `at most ${megabytes(uploadLimits.fileBytesMax)} and ${imagePixelsMax / 1e6} megapixels each`,
      `${megabytes(uploadLimits.requestBytesMax)} a request`,
      `less than ${imageSidePixelsMin} or more than 20 000 pixels`,
      `more than ${decodeSecondsMax.first} seconds`,
      'One that makes its decoder crash or use too much memory counts as damaged',
    ]) {
      assert.ok(text.includes(said), said)
    }
    assert.equal(imageSidePixelsMax, 20_000)
  })

  test('says by when a weakness of a package is fixed', () => {
    const text = unwrapped('dependencies')
    assert.match(
      text,
      /fixed[^.]*within 7 days of its advisory where it is critical, 30 where it is high/,
    )
    assert.ok(text.includes('`npm run release-check`'))
  })

  test('says every way to sign in, and every way to be let in without', () => {
    const text = unwrapped('users')
    for (const way of [
      'authenticator app (TOTP)',
      'passkey or security key',
      'recovery codes',
      '`svc users setup-link`',
      '`svc users invite`',
      '`svc users reset-password`',
      '`svc users reset-second-factor`',
      '**Guessing passwords**',
      '**Guessing codes**',
      "Users of the bank's own directory sign in there",
    ]) {
      assert.ok(text.includes(way), way)
    }
    assert.ok(unwrapped('directory').includes('`SVC_EMERGENCY_ACCOUNTS`'))
    assert.match(unwrapped('api'), /Authorization: Bearer/)
  })
})

/** Returns a page of the guide with every line break as a space. */
function unwrapped(topic: string): string {
  return readGuide(topic).replaceAll('\n', ' ')
}

describe('a fresh installation', () => {
  test('has no account, no key and no way to sign in', async (t) => {
    const app = await startAppliance()
    t.after(() => app.close())
    const { reader } = app.appliance.db
    const users = await reader.selectFrom('users').selectAll().execute()
    assert.deepEqual(users, [])
    for (const [email, password] of [
      ['admin', 'admin'],
      ['admin@bank.example', 'changeme-changeme'],
      ['administrator@bank.example', ''],
    ]) {
      const answer = await fetch(`${app.server.url}/console/api/sign-in`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ email, password }),
      })
      assert.ok(answer.status === 401 || answer.status === 400, `${answer.status}`)
      assert.deepEqual(answer.headers.getSetCookie(), [])
    }
  })

  test('holds no credential in any of its files', () => {
    const files = globSync(
      '{server,cli,console,data,scripts}/**/*.{ts,tsx,js,json,md,sql,txt,html}',
      {
        exclude: ['data/var/**', 'console/dist/assets/**', 'cli/dist/**'],
      },
    )
    assert.ok(files.length > 1_000, 'the files were not found')
    const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
    assert.deepEqual(
      texts.flatMap(([file, text]) => (holdsCredential(text) ? [file] : [])),
      [],
    )
    const key = generateKeyText('live')
    for (const text of [
      `const key = '${key}'`,
      `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n`,
    ]) {
      assert.ok(holdsCredential(text))
    }
  })
})

describe('the built console', () => {
  const files = readdirSync(consoleFolder, { recursive: true, encoding: 'utf8' })

  test('has no source maps and names none', () => {
    assert.ok(files.some((file) => /\.js$/.test(file)))
    assert.deepEqual(
      files.filter((file) => /\.map(?:\.|$)/.test(file)),
      [],
    )
    for (const file of files.filter((one) => /\.(?:js|css)$/.test(one))) {
      assert.doesNotMatch(
        readFileSync(join(consoleFolder, file), 'utf8'),
        /sourceMappingURL=/,
        file,
      )
    }
  })

  test('loads nothing from elsewhere', () => {
    const page = readFileSync(join(consoleFolder, 'index.html'), 'utf8')
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    assert.ok(addresses.length >= 3)
    for (const address of addresses) assert.match(String(address), /^\/console\/assets\/[\w.-]+$/)
    for (const file of files.filter((one) => /\.css$/.test(one))) {
      const style = readFileSync(join(consoleFolder, file), 'utf8')
      assert.doesNotMatch(style, /url\(\s*["']?(?:https?:)?\/\/|@import/, file)
    }
  })

  test('lets everybody paste', () => {
    const handlers = readProductCode('console/**/*.{ts,tsx}').flatMap((file) =>
      file.nodes.flatMap((node) =>
        node.type === 'JSXAttribute' && /^onPaste/.test(textOf(file, node)) ? [file.path] : [],
      ),
    )
    assert.deepEqual(handlers, [])
  })

  test('keeps the look of the page, the environment, hidden columns and a visit to the directory in the browser, and nothing else', () => {
    const keeping = readProductCode('console/**/*.{ts,tsx}').flatMap((file) =>
      file.nodes.flatMap((node) =>
        /^(?:local|session)Storage\.setItem$|^indexedDB|^caches\.|^openDatabase/.test(
          nameOfCall(file, node) ?? '',
        )
          ? [`${file.path} ${textOf(file, node)}`]
          : [],
      ),
    )
    assert.deepEqual(keeping.toSorted(), [
      'console/frame/directory-visit.ts sessionStorage.setItem(key, JSON.stringify(departure))',
      'console/frame/environment.tsx sessionStorage.setItem(storageKey, chosen)',
      'console/frame/kept-keys.ts localStorage.setItem(key, value)',
      'console/frame/lists/use-hidden-columns.ts localStorage.setItem(key, JSON.stringify(changed))',
      'console/words/language.ts localStorage.setItem(storageKey, language)',
    ])
  })
})

function holdsCredential(text: string): boolean {
  const keys = text.match(/svc_(?:live|sandbox)_[0-9A-Za-z]{49}(?![0-9A-Za-z])/g) ?? []
  return (
    keys.some((key) => environmentOfKeyText(key) !== undefined) ||
    /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=]{60}/.test(text)
  )
}

test('installing runs no script of a package, takes exact versions, and from whatever registry is at hand', () => {
  assert.match(readFileSync('.npmrc', 'utf8'), /^ignore-scripts=true$/m)
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies })
  for (const version of versions) assert.match(String(version), /^\d+\.\d+\.\d+$/)
  const lockfile = readFileSync('package-lock.json', 'utf8')
  assert.doesNotMatch(lockfile, /"resolved": "https?:/)
  const { packages } = JSON.parse(lockfile) as {
    readonly packages: Record<string, { integrity?: string }>
  }
  const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'))
  assert.deepEqual(
    installed.filter(([, { integrity }]) => integrity === undefined),
    [],
  )
})
