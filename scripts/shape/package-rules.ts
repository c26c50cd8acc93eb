// Through which door each third-party package comes in (architecture, section 3).

import { nameOf, ringOf } from './rooms.ts'
import { eachFile, isProduct, type Rule } from './rule.ts'
import { packageOf } from './source-file.ts'

interface Door {
  readonly packages: readonly string[]
  /** Where the door is, in words. */
  readonly place: string
  readonly isOpenTo: (path: string) => boolean
}

const isEdge = (path: string) => ringOf(path) === 'edge'
const isStorage = (path: string) => ringOf(path) === 'storage'
const isBelow = (folder: string) => (path: string) => path.startsWith(folder)
const isOneOf =
  (...paths: readonly string[]) =>
  (path: string) =>
    paths.includes(path)

const fetcher = 'server/providers/provider-fetch.ts'

const doors: readonly Door[] = [
  { packages: ['koa', '@koa/router'], place: 'server/http/ and *-routes', isOpenTo: isEdge },
  {
    packages: ['busboy'],
    place: 'server/http/read-upload.ts',
    isOpenTo: isOneOf('server/http/read-upload.ts'),
  },
  {
    packages: ['better-sqlite3'],
    place: 'server/db/open-db.ts',
    isOpenTo: isOneOf('server/db/open-db.ts'),
  },
  { packages: ['kysely'], place: 'server/db/, *-table, *-store and *-view', isOpenTo: isStorage },
  {
    packages: ['undici'],
    place: `server/egress/, ${fetcher} and server/webhooks/`,
    isOpenTo: (path) => path === fetcher || /^server\/(egress|webhooks)\//.test(path),
  },
  { packages: ['node-cron'], place: 'server/schedule.ts', isOpenTo: isOneOf('server/schedule.ts') },
  { packages: ['commander'], place: 'cli/', isOpenTo: isBelow('cli/') },
  { packages: ['sharp'], place: 'server/evidence/', isOpenTo: isBelow('server/evidence/') },
  { packages: ['pino'], place: 'server/kernel/log.ts', isOpenTo: isOneOf('server/kernel/log.ts') },
  {
    packages: ['yazl'],
    place: 'server/providers/smile-id/',
    isOpenTo: isBelow('server/providers/smile-id/'),
  },
  { packages: ['yauzl'], place: 'server/demo/', isOpenTo: isBelow('server/demo/') },
  { packages: ['zod-openapi'], place: 'server/openapi/', isOpenTo: isBelow('server/openapi/') },
  {
    packages: ['@node-rs/argon2'],
    place: 'server/staff/passwords.ts',
    isOpenTo: isOneOf('server/staff/passwords.ts'),
  },
  {
    packages: ['otpauth'],
    place: 'server/staff/totp.ts',
    isOpenTo: isOneOf('server/staff/totp.ts'),
  },
  {
    packages: ['@simplewebauthn/server'],
    place: 'server/staff/passkeys.ts',
    isOpenTo: isOneOf('server/staff/passkeys.ts'),
  },
  {
    packages: ['pdfmake'],
    place: 'server/console-api/case-file/print-pdf.ts',
    isOpenTo: isOneOf('server/console-api/case-file/print-pdf.ts'),
  },
  {
    packages: ['csv-stringify'],
    place: 'server/kernel/csv.ts',
    isOpenTo: isOneOf('server/kernel/csv.ts'),
  },
  { packages: ['zod', 'ipaddr.js'], place: 'anywhere', isOpenTo: () => true },
]

export const packageDoors: Rule = {
  name: 'package-doors',
  why: 'each third-party package comes in through one door, so that it can be replaced',
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
  const door = doors.find(({ packages }) => packages.includes(name))
  if (door === undefined) return `${name} has no door yet (scripts/shape/package-rules.ts)`
  return door.isOpenTo(path) ? undefined : `${name} is imported in ${door.place} only`
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
