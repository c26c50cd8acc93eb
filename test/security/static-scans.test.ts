// Slow: parses each file of the product.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type CodeFile,
  type CodeNode,
  nameOfCall,
  parseCode,
  placeOf,
  readProductCode,
  textOf,
} from './product-code.ts'

type Scan = (file: CodeFile, node: CodeNode) => boolean

const product = readProductCode()
const found = (scan: Scan, files: readonly CodeFile[] = product) =>
  files.flatMap((file) =>
    file.nodes
      .filter((node) => scan(file, node))
      .map((node) => `${placeOf(file, node).replace(/:\d+$/, '')} ${textOf(file, node)}`),
  )
const seenIn = (scan: Scan, text: string) => found(scan, [parseCode('server/a.ts', text)]).length

const firstArgument = (node: CodeNode) => (Array.isArray(node.arguments) ? node.arguments[0] : null)
const isFixedText = (file: CodeFile, node: unknown) =>
  /^(?:(?:'[^']*'|\d+)(?: as const)?|`[^`$]*`)$/s.test(textOf(file, node))

/** SQL that is put together as text, rather than handed to the builder in parts. */
const composedSql: Scan = (file, node) => {
  const name = nameOfCall(file, node) ?? ''
  if (/^sql\.raw$|^sql$|\bCompiledQuery\.raw$/.test(name)) {
    return !isFixedText(file, firstArgument(node))
  }
  if (
    !/(?:db|raw|reader|connection|database|reading|writing)(?:\(\))?\s*\.(?:prepare|exec|pragma)$/.test(
      name,
    )
  ) {
    return false
  }
  return !isFixedText(file, firstArgument(node))
}

/** What `sql.lit` puts into the text of a statement must be ours, not somebody's input. */
const foreignLiteral: Scan = (file, node) =>
  nameOfCall(file, node) === 'sql.lit' && !isFixedText(file, firstArgument(node))

const secretName = /(?:signature|digest|token|secret|csrf|password|hmac|mac|hash|checksum|proof)$/i
const noSecret = /^(?:undefined|null|true|false|'[^']*'|\d+|.*\.length)$/
/** A comparison that takes the longer, the more of a secret is right. */
const hastyCompare: Scan = (file, node) => {
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(String(node.operator))) return false
  const [left, right] = [textOf(file, node.left), textOf(file, node.right)]
  const isSecret = secretName.test(left) || secretName.test(right)
  return isSecret && !noSecret.test(left) && !noSecret.test(right)
}
const hastyEquals: Scan = (file, node) =>
  /\.(?:equals|compare)$/.test(nameOfCall(file, node) ?? '') &&
  secretName.test(textOf(file, firstArgument(node)))

const cipher: Scan = (file, node) => /^create(?:Cipher|Decipher)/.test(nameOfCall(file, node) ?? '')
const weakRandom: Scan = (file, node) => nameOfCall(file, node) === 'Math.random'
const weakDigest: Scan = (file, node) => {
  const name = nameOfCall(file, node) ?? ''
  const algorithm = textOf(file, firstArgument(node))
  if (algorithm === "'sha256'") return false
  // Other functions are named `hash` too; the one of `node:crypto` begins with the name of an algorithm.
  return /^createH(?:ash|mac)$/.test(name) || (name === 'hash' && algorithm.startsWith("'"))
}

const childImport: Scan = (file, node) =>
  node.type === 'ImportDeclaration' && /child_process/.test(textOf(file, node.source))
const unchecked: Scan = (file, node) =>
  node.type === 'Property' &&
  /^(?:rejectUnauthorized|checkServerIdentity)$/.test(textOf(file, node.key)) &&
  textOf(file, node.value) !== 'true'

describe('the code of the product', () => {
  test('puts no statement of SQL together as text', () => {
    assert.ok(product.length > 600, 'the files were not found')
    assert.deepEqual(found(composedSql).toSorted(), [
      // The lock of the lane, a constant of this file.
      'server/db/postgres/postgres-dialect.ts CompiledQuery.raw(`begin; ${lock}`)',
      'server/db/postgres/postgres-dialect.ts CompiledQuery.raw(lock)',
      // The statements that create the tables, made from descriptions that stand in the code, and the grants of a role.
      'server/db/postgres/postgres-schema.ts CompiledQuery.raw(text)',
      // The commands of savepoints, constants of `transaction.ts`.
      'server/db/prepared.ts CompiledQuery.raw(sql)',
      // Constants of these files; no value comes from outside.
      'server/db/server-lock.ts connection.pragma(`busy_timeout = ${waitMs}`)',
      'server/db/sqlite/checkpoint-thread.ts connection.pragma(`busy_timeout = ${emptyTimeoutMs}`)',
      'server/db/sqlite/connection.ts connection.pragma(`${name} = ${value}`)',
      'server/db/sqlite/connection.ts connection.pragma(name, { simple: true })',
      'server/db/sqlite/database-copy.ts connection.pragma(passingPages)',
      'server/db/sqlite/database-copy.ts connection.pragma(passingPages)',
      // Names of tables that SQLite lists, in a copy of our own database.
      'server/db/sqlite/database-copy.ts connection.prepare(`select count(*) from "${table}"`)',
      // The number of this very file.
      'server/db/sqlite/open-db.ts writing.pragma(`analysis_limit = ${rowsAnalysedMax}`)',
      // What the builder made, with its parameters apart.
      'server/db/sqlite/sqlite-driver.ts raw.exec(`pragma busy_timeout = ${busyTimeoutMs}`)',
      'server/db/sqlite/sqlite-schema.ts raw.exec(statements)',
      // Names of tables and columns of the migrations; values are bound.
      'server/db/sqlite/sqlite-side.ts raw.prepare<unknown[]>(sql)',
      'server/db/sqlite/statement-cache.ts connection.prepare(sql)',
    ])
    for (const text of ['sql.raw(name)', 'db.exec("a" + b)', 'raw.prepare(`select ${a}`)']) {
      assert.equal(seenIn(composedSql, text), 1, text)
    }
  })

  test('puts into the text of a statement only constants of its own', () => {
    assert.deepEqual(
      found(foreignLiteral).toSorted(),
      [
        'server/console-api/overview/overview-view.ts sql.lit(dayMs)',
        'server/reviews/waiting-reviews-view.ts sql.lit(soonParts)',
        'server/verifications/figures/verification-counter-view.ts sql.lit(dayMs)',
        // One of the states of a score: a closed union, which the filter was parsed into.
        'server/console-api/verifications/rare-filter-view.ts sql.lit(value)',
        // One of the steps of a job: a closed list in the code.
        'server/jobs/job-claim-store.ts sql.lit(step)',
      ].toSorted(),
    )
    assert.equal(seenIn(foreignLiteral, 'sql.lit(asked)'), 1)
  })

  test('starts programs of its own alone, and never through a shell', () => {
    const imports = found(childImport)
    assert.deepEqual(
      imports.map((one) => one.replace(/^(\S+) import \{ ([^}]+) \}.*$/, '$1 $2')).toSorted(),
      [
        'cli/right-node.js spawn',
        // The operator's own command for the master key, split into words here.
        'server/crypto/key-command.ts type ChildProcess, spawn',
        'server/db/sqlite/quick-check.ts spawn',
        'server/demo/seed-in-child.ts fork',
        // Programs that work on pictures: the decoder, the reader of zones.
        'server/images/decoder/start-program.ts type ChildProcessByStdio, spawn',
        // Tools of the operating system: id, tar, systemctl, systemd-notify, and svc itself.
        'server/kernel/run-tool.ts spawn',
      ],
    )
    const openers = product.filter((file) => file.nodes.some((node) => childImport(file, node)))
    for (const file of openers) {
      const keys = file.nodes.filter(({ type }) => type === 'Property')
      assert.equal(
        keys.some(({ key }) => textOf(file, key) === 'shell'),
        false,
        file.path,
      )
      for (const node of file.nodes) {
        if (nameOfCall(file, node) !== 'spawn') continue
        assert.match(
          textOf(file, firstArgument(node)),
          /^(?:process\.execPath|program|node)$/,
          file.path,
        )
      }
    }
  })

  test('encrypts in one way and in one place: AES-256-GCM in server/crypto', () => {
    const ciphers = found(cipher).map((one) =>
      one.replace(/^(\S+) (\w+)\('([^']+)'.*$/s, '$1 $2 $3'),
    )
    assert.deepEqual(ciphers, [
      'server/crypto/encrypt.ts createCipheriv aes-256-gcm',
      'server/crypto/encrypt.ts createDecipheriv aes-256-gcm',
      // The format of age prescribes it; what it wraps is encrypted already.
      'server/backup/envelope/age-stream.ts createCipheriv chacha20-poly1305',
      'server/backup/envelope/age-stream.ts createDecipheriv chacha20-poly1305',
    ])
    assert.deepEqual(found(weakDigest), [])
    assert.equal(seenIn(weakDigest, "createHash('md5')"), 1)
  })

  test('compares secrets in constant time', () => {
    assert.deepEqual(
      [...found(hastyCompare), ...found(hastyEquals)].toSorted(),
      notSecret.toSorted(),
    )
    for (const text of [
      'given === expectedToken',
      'if (a.digest !== b) {}',
      'a.equals(signature)',
    ]) {
      assert.equal(seenIn(hastyCompare, text) + seenIn(hastyEquals, text), 1, text)
    }
  })

  test('takes nothing that must not be guessed from Math.random', () => {
    assert.deepEqual(found(weakRandom), [])
    assert.equal(seenIn(weakRandom, 'const a = Math.random()'), 1)
  })

  test('never turns the check of certificates off', () => {
    assert.deepEqual(found(unchecked), [])
    assert.equal(seenIn(unchecked, 'connect({ rejectUnauthorized: false })'), 1)
  })
})

/** Compared at leisure: nobody outside can measure how long, or what is compared is no secret. */
const notSecret = [
  // Which of our own two secrets is told of as the one that signs.
  'server/webhooks/sign.ts secret === signing',
  // The first bytes of files.
  'server/images/header/sniff.ts bytes.subarray(0, signature.length).equals(signature)',
  // CRC-32 of PNG, and of the stand-in's zip files.
  'server/images/header/png-walker.ts checksum !== this.#checksum',
  'server/demo/smile-id-simulator/zip-contents.ts checksum !== entry.crc32',
  // The operator verifies the chain of the audit log, whose hashes are told openly.
  'server/audit/verify-chain.ts next.previousHash === before.hash',
  'server/audit/verify-chain.ts hashOf(keyring, row.entry) === row.hash',
  'server/audit/verify-chain.ts row.previousHash === before.hash',
  'server/audit/verify-chain.ts row.previousHash === chainStart.hash',
  'server/audit/verify-chain.ts stored === kept.hash',
  // The checksum of a typed share, which is printed beside it; it finds typing errors and keeps nobody out.
  'server/operations/encryption-keys/key-shares.ts checksumOf(share) === checksum',
  // Whether two starts had the same settings; what differs is told openly, by name.
  'server/operations/record-settings.ts other.get(name) === digest',
  // Neighbours in the list of leaked passwords while it is read; nobody's password is among them.
  'server/users/passwords/blocklist.ts hash === sorted[at - 1]',
  // Two hashes of one row, read one after the other; nothing of what was typed is compared here.
  'server/users/sign-in/sign-in.ts stored === hash',
]
