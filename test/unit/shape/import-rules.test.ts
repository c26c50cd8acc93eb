import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultsIn, flush, type Texts } from './small-tree.ts'

/** Sets of files, each with the faults (`path:line rule`) that the rules on imports find in it. */
const cases: Readonly<Record<string, readonly [Texts, readonly string[]]>> = {
  'a use case may use its store, the kernel and an earlier feature': [
    {
      'server/images/record-images.ts': `
        import { insert } from './image-store.ts'
        import { newId } from '../kernel/ids.ts'
        import { enqueue } from '../jobs/enqueue-job.ts'`,
      'server/images/image-store.ts': `import type { Row } from './image-table.ts'`,
    },
    [],
  ],
  'the console imports closed lists from files that need no package, and the shared labels': [
    {
      'console/pages/reasons.ts': `// Reasons.
        import { reasons } from '../../server/reviews/review.ts'
        import labels from '../../data/reference/words/en.json'
        import { shapes } from '../../server/reviews/review-input.ts'
        import other from '../../data/reference/other.json'`,
      'server/reviews/review.ts': `// Pure.
        import type { Shape } from './review-input.ts'
        import { checks } from './checks.ts'`,
      'server/reviews/checks.ts': '// Pure.',
      'server/reviews/review-input.ts': `// Parses.
        import { z } from 'zod'`,
    },
    [4, 5].map((line) => `console/pages/reasons.ts:${line} console-border`),
  ],
  'the console knows types of the wire, and nothing that needs a package': [
    {
      'console/pages/keys.tsx': `// A page.
        import type { KeyJson } from '../../server/keys/key-json.ts'
        import { keyJson } from '../../server/keys/key-json.ts'
        import type { Row } from '../../server/keys/key-table.ts'
        import { join } from 'node:path'
        import { left } from 'left-pad'`,
    },
    [
      ...[3, 4].map((line) => `console/pages/keys.tsx:${line} console-border`),
      'console/pages/keys.tsx:4 console-reach',
      ...[5, 6].map((line) => `console/pages/keys.tsx:${line} console-border`),
    ],
  ],
  'no type of the console leads to a query': [
    {
      'console/pages/keys.tsx': `// A page.
        import type { KeyJson } from '../../server/keys/key-json.ts'
        import type { UserJson } from '../../server/users/user-json.ts'`,
      'server/keys/key-json.ts': `import type { NewKey } from './create-key.ts'`,
      'server/keys/create-key.ts': `import { insertKey } from './key-store.ts'`,
      'server/users/user-json.ts': `import type { User } from './user.ts'`,
      'server/users/user.ts': '',
    },
    ['console/pages/keys.tsx:2 console-reach'],
  ],
  'the bench uses nothing of what is made of its parts': [
    {
      'scripts/bench/load.ts': `import { storm } from '../disasters/storm.ts'
        import { freePort } from './free-port.ts'`,
      'scripts/bench/free-port.ts': '',
      'scripts/disasters/storm.ts': `import { freePort } from '../bench/free-port.ts'`,
    },
    ['scripts/bench/load.ts:1 tools'],
  ],
  'nothing but tests uses the console': [
    {
      'cli/page.ts': `import { languages } from '../console/words/languages.ts'`,
      'test/words.test.ts': `import { languages } from '../console/words/languages.ts'`,
    },
    ['cli/page.ts:1 console-border'],
  ],
  'the kernel uses nothing of ours further out': [
    { 'server/kernel/log.ts': `\nimport { open } from '../db/sqlite/open-db.ts'` },
    ['server/kernel/log.ts:2 feature-order', 'server/kernel/log.ts:2 rings'],
  ],
  'a use case does not use routes or the root, but may name their types': [
    {
      'server/keys/create-key.ts': `
        import { listen } from '../serve.ts'
        import type { Appliance } from '../appliance.ts'
        import type { Config } from '../config.ts'
        import { keyHandlers } from '../api/keys/key-handlers.ts'`,
    },
    [
      'server/keys/create-key.ts:2 feature-order',
      'server/keys/create-key.ts:2 rings',
      'server/keys/create-key.ts:5 feature-order',
      'server/keys/create-key.ts:5 rings',
    ],
  ],
  'a pure file does not even name types of the root': [
    { 'server/keys/key-json.ts': `import type { Config } from '../config.ts'` },
    ['server/keys/key-json.ts:1 feature-order'],
  ],
  'a decision does not reach the world, not even through another file': [
    {
      'server/verifications/decide.ts': `import { read } from './reasons.ts'`,
      'server/verifications/reasons.ts': `import { readFileSync } from 'node:fs'`,
    },
    ['server/verifications/decide.ts:1 purity'],
  ],
  'a pure file uses what computes only': [
    {
      'server/keys/key.ts': `
        import { randomBytes } from 'node:crypto'
        import { z } from 'zod'
        import { hint } from './key-hint.ts'`,
      'server/keys/key-hint.ts': `import type { Server } from 'node:http'`,
    },
    [],
  ],
  'a pure file does not use a package that does more': [
    { 'server/matching/compare-names.ts': `import sharp from 'sharp'` },
    [
      'server/matching/compare-names.ts:1 package-imports',
      'server/matching/compare-names.ts:1 purity',
    ],
  ],
  'a store does not use a use case': [
    {
      'server/jobs/job-store.ts': `\nimport { enqueue } from './enqueue-job.ts'`,
      'server/jobs/enqueue-job.ts': `import { readFileSync } from 'node:fs'`,
    },
    ['server/jobs/job-store.ts:2 purity'],
  ],
  'a feature does not import a later one, not even its types': [
    { 'server/keys/key-input.ts': `import type { Role } from '../users/user.ts'` },
    ['server/keys/key-input.ts:1 feature-order'],
  ],
  'routes stand in api and console-api, may use http, and read through no store': [
    {
      'server/api/keys/key-handlers.ts': `
        import { endpoint } from '../../http/endpoint.ts'
        import { list } from '../../keys/key-view.ts'
        import { find } from '../../keys/key-store.ts'`,
      'server/console-api/routes.ts': `import { keyHandlers } from './keys/key-handlers.ts'`,
      'server/api/authenticate.ts': `import { findCaller } from '../keys/find-api-key.ts'`,
    },
    ['server/api/keys/key-handlers.ts:4 foreign-stores'],
  ],
  'what stands beside the routes is a use case or a view, and does not use http': [
    {
      'server/console-api/overview/overview.ts': `import { endpoint } from '../../http/endpoint.ts'`,
    },
    ['server/console-api/overview/overview.ts:1 rings'],
  ],
  'the frame imports neither values nor types of a feature': [
    {
      'server/http/listen.ts': `
        import { newId } from '../kernel/ids.ts'
        import type { Keyring } from '../crypto/keyring.ts'
        import type { Config } from '../config.ts'
        import { findApiKey } from '../keys/find-api-key.ts'`,
    },
    ['server/http/listen.ts:4 frame', 'server/http/listen.ts:5 frame'],
  ],
  'a name is exported once, but for the entry of each command': [
    {
      'server/keys/key.ts': `export type State = 'active'`,
      'server/jobs/job.ts': `export interface State {}`,
      'cli/keys/list.ts': `export function define() {}`,
      'cli/jobs/list.ts': `export function define() {}`,
      'test/x.test.ts': `export type State = 'test'`,
    },
    ['server/jobs/job.ts:1 one-name', 'server/keys/key.ts:1 one-name'],
  ],
  'a name of the server is not exported by the console as well': [
    {
      'server/keys/key.ts': `// Keys.\nexport type State = 'active'`,
      'console/pages/badge.ts': `// The badge.\nexport type State = 'shown'`,
    },
    ['console/pages/badge.ts:2 one-name', 'server/keys/key.ts:2 one-name'],
  ],
  'a feature without a place in the order is named': [
    { 'server/astrology/predict.ts': `import { newId } from '../kernel/ids.ts'` },
    ['server/astrology/predict.ts:1 feature-order'],
  ],
  'features of one line do not need each other': [
    {
      'server/keys/rotate-key.ts': `import { record } from '../audit/record-audit.ts'`,
      'server/audit/record-audit.ts': `\nimport type { Caller } from '../keys/find-api-key.ts'`,
    },
    ['server/audit/record-audit.ts:2 feature-circles'],
  ],
  'files do not need each other': [
    {
      'server/jobs/a.ts': `import { b } from './b.ts'`,
      'server/jobs/b.ts': `import { c } from './c.ts'`,
      'server/jobs/c.ts': `\n\nconst a = await import('./a.ts')`,
    },
    ['server/jobs/c.ts:3 file-circles'],
  ],
  'files do not need each other’s types either, in the server, the CLI and the console': [
    {
      'server/jobs/a.ts': `import { b } from './b.ts'`,
      'server/jobs/b.ts': `import type { A } from './a.ts'`,
      'cli/a.ts': `import { b } from './b.ts'`,
      'cli/b.ts': `import type { A } from './a.ts'`,
      'console/frame/a.tsx': `import { B } from './b.tsx'`,
      'console/frame/b.tsx': `import type { A } from './a.tsx'`,
    },
    [
      'cli/b.ts:1 file-circles',
      'console/frame/b.tsx:1 file-circles',
      'server/jobs/b.ts:1 file-circles',
    ],
  ],
  'a store is for its own feature': [
    {
      'server/images/record-images.ts': `import { find } from '../keys/key-store.ts'`,
      'server/images/image-store.ts': `import type { KeyTable } from '../keys/key-table.ts'`,
      'server/api/authenticate.ts': `import { find } from '../keys/key-store.ts'`,
    },
    [
      'server/api/authenticate.ts:1 foreign-stores',
      'server/images/image-store.ts:1 foreign-stores',
      'server/images/record-images.ts:1 foreign-stores',
    ],
  ],
  'views, the schema and the root may look at other tables': [
    {
      'server/reviews/queue-view.ts': `import type { KeyTable } from '../keys/key-table.ts'`,
      'server/db/schema.ts': `import type { KeyTable } from '../keys/key-table.ts'`,
      'server/appliance.ts': `import { find } from './keys/key-store.ts'`,
    },
    [],
  ],
  'a command reads through the store of its own feature only, and no script through http': [
    {
      'cli/keys/list.ts': `
        import { find } from '../../server/jobs/job-store.ts'
        import { list } from '../../server/keys/key-store.ts'
        import { createKey } from '../../server/keys/create-key.ts'
        import type { App } from '../../server/http/app.ts'`,
      'scripts/measure.ts': `import { app } from '../server/http/app.ts'`,
      'test/api/app.test.ts': `import { app } from '../../server/http/app.ts'`,
    },
    ['cli/keys/list.ts:2 shells', 'scripts/measure.ts:1 shells'],
  ],
  'the product does not import its tests': [
    { 'server/demo/faces.ts': `import type { Face } from '../../test/support/face.ts'` },
    ['server/demo/faces.ts:1 tests-apart'],
  ],
}

describe('the rules on imports', () => {
  for (const [title, [texts, expected]] of Object.entries(cases)) {
    test(title, () => {
      const entries = Object.entries(texts).map(([path, text]) => [path, flush(text)])
      assert.deepEqual(faultsIn(Object.fromEntries(entries)), expected)
    })
  }
})

describe('each package has one entry point', () => {
  const doors: Readonly<Record<string, readonly [open: string, shut: string]>> = {
    koa: ['server/http/app.ts', 'server/keys/create-key.ts'],
    '@koa/router': ['server/http/routing.ts', 'server/api/keys/key-handlers.ts'],
    busboy: ['server/http/uploads/read-upload.ts', 'server/http/uploads/upload-form.ts'],
    'better-sqlite3': ['server/db/sqlite/open-db.ts', 'server/db/migrate.ts'],
    pg: ['server/db/postgres/connection-pool.ts', 'server/db/migrate.ts'],
    kysely: ['server/keys/key-store.ts', 'server/keys/create-key.ts'],
    undici: ['server/deliveries/send-attempt.ts', 'server/providers/smile-id/client.ts'],
    'node-cron': ['server/schedule.ts', 'server/serve.ts'],
    commander: ['cli/program.ts', 'server/serve.ts'],
    sharp: ['server/images/admission/inspect-image.ts', 'server/demo/faces.ts'],
    yazl: ['server/providers/smile-id/upload-package.ts', 'server/demo/zip.ts'],
    yauzl: ['server/demo/zip.ts', 'server/providers/smile-id/upload-package.ts'],
  }
  for (const [name, [open, shut]] of Object.entries(doors)) {
    test(`${name} may be imported in ${open}, not in ${shut}`, () => {
      const text = `import type { X } from '${name}/deep.js'`
      assert.deepEqual(faultsIn({ [open]: text, 'test/x.ts': text }), [])
      assert.deepEqual(faultsIn({ [shut]: text }), [`${shut}:1 package-imports`])
    })
  }

  test('a development package and one that is not declared have none', () => {
    for (const name of ['fast-check', 'left-pad']) {
      const text = `import { x } from '${name}'`
      assert.deepEqual(faultsIn({ 'cli/io.ts': text }), ['cli/io.ts:1 package-imports'])
      assert.deepEqual(faultsIn({ 'test/x.ts': text }), [])
    }
  })
})

test('an export that no other file imports is a fault, unless its file is imported whole', () => {
  const texts = {
    'server/keys/key.ts': `export type State = 'active'\nexport const used = 1\nexport const unused = 2`,
    'server/jobs/job.ts': `import { type State, used as one } from '../keys/key.ts'`,
    'server/jobs/words.ts': `export const left = 1`,
    'test/x.test.ts': `import * as words from '../server/jobs/words.ts'`,
  }
  assert.deepEqual(faultsIn(texts, { unusedExports: true }), ['server/keys/key.ts:3 used-exports'])
})
