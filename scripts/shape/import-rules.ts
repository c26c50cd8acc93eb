// Rules for imports: rings, features, stores (architecture, section 3).

import {
  featureOf,
  impurityOf,
  isOutsideOrder,
  nameOf,
  type Ring,
  rankOf,
  ringOf,
} from './rooms.ts'
import { eachFile, type Rule, type Tree } from './rule.ts'
import type { SourceFile } from './source-file.ts'

/** Rings whose values a ring may import. Types are erased, so they are not limited. */
const inward: Readonly<Record<Ring, readonly Ring[]>> = {
  core: ['core'],
  pure: ['core', 'pure', 'plain'],
  storage: ['core', 'pure', 'plain', 'storage'],
  plain: ['core', 'pure', 'plain', 'storage'],
  edge: ['core', 'pure', 'plain', 'storage', 'edge'],
  root: ['core', 'pure', 'plain', 'storage', 'edge', 'root'],
  shell: ['core', 'pure', 'plain', 'storage', 'edge', 'root', 'shell'],
}

export const rings: Rule = {
  name: 'rings',
  why: 'values are imported inwards only: core, pure, storage, use cases, edge, root, shells',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      (file) =>
        file.imports.flatMap(({ line, target, isType }) => {
          const ring = ringOf(file.path)
          if (target === undefined || isType || inward[ring].includes(ringOf(target))) return []
          const message = `a ${ring} file must not use ${target} (${ringOf(target)})`
          return [{ line, message }]
        }),
    ),
}

export const purity: Rule = {
  name: 'purity',
  why: 'deciding code is pure, and storing or validating code imports only pure files',
  check: (tree) =>
    eachFile(
      tree,
      (path) => ['pure', 'storage'].includes(ringOf(path)),
      (file) => {
        if (ringOf(file.path) === 'storage') return impureImports(file, tree)
        const impurity = impurityOf(file, tree.byPath)
        if (impurity === undefined) return []
        return [{ line: 1, message: `must be pure by its name, but imports ${impurity}` }]
      },
    ),
}

function impureImports(file: SourceFile, { byPath }: Tree) {
  return file.imports.flatMap(({ line, target = '', isType }) => {
    const next = byPath.get(target)
    if (next === undefined || isType || ringOf(target) !== 'plain') return []
    const impurity = impurityOf(next, byPath)
    const message = `storage must not use ${target}, which imports ${impurity}`
    return impurity === undefined ? [] : [{ line, message }]
  })
}

export const featureRanks: Rule = {
  name: 'feature-order',
  why: 'features form one order; a file imports from its own feature and from earlier ones',
  check: (tree) =>
    eachFile(tree, isServer, (file) =>
      file.imports.flatMap((one) => {
        const { line, target } = one
        if (target === undefined || isOutsideOrder(file.path, one)) return []
        const [own, other] = [rankOf(file.path), rankOf(target)]
        if (own === undefined) return [{ line: 1, message: unplaced(file.path) }]
        if (other === undefined || other <= own) return []
        return [{ line, message: `${featureOf(file.path)} must not import ${target}` }]
      }),
    ),
}

export const frame: Rule = {
  name: 'frame',
  why: 'the frame knows no feature: what it needs of one is handed in (server/mount-routes.ts)',
  check: (tree) =>
    eachFile(
      tree,
      (path) => featureOf(path) === 'http',
      (file) =>
        file.imports.flatMap(({ line, target }) => {
          if (target === undefined || inFrame.includes(featureOf(target) ?? '')) return []
          return [{ line, message: `must import neither values nor types of ${target}` }]
        }),
    ),
}

const inFrame = ['kernel', 'crypto', 'http']

function unplaced(path: string): string {
  return `the feature ${featureOf(path)} has no place in featureOrder (scripts/shape/rooms.ts)`
}

export const foreignStores: Rule = {
  name: 'foreign-stores',
  why: 'a table is written and read by the store of its own feature; only a view may join others',
  check: (tree) =>
    eachFile(
      tree,
      (path) => isServer(path) && ringOf(path) !== 'root' && path !== 'server/db/schema.ts',
      (file) =>
        file.imports.flatMap(({ line, target = '' }) => {
          if (!/-(store|table)\.ts$/.test(target)) return []
          if (featureOf(target) === featureOf(file.path)) return []
          if (nameOf(file.path).endsWith('-view') && target.endsWith('-table.ts')) return []
          return [{ line, message: `must not import ${target} of another feature` }]
        }),
    ),
}

export const shells: Rule = {
  name: 'shells',
  why: 'the command line is a second shell over the same core, beside http: a command reads through the store of its own feature and no other',
  check: (tree) =>
    eachFile(
      tree,
      (path) => path.startsWith('cli/') || path.startsWith('scripts/'),
      (file) =>
        file.imports.flatMap(({ line, target = '', isType }) => {
          const [top, subject] = file.path.split('/')
          const isStore = /-(store|table)\.ts$/.test(target) && top === 'cli'
          const isForeignStore = isStore && featureOf(target) !== subject
          const isBarred = target.startsWith('server/http/') || isForeignStore
          return isBarred && !isType ? [{ line, message: `must not use ${target}` }] : []
        }),
    ),
}

export const tools: Rule = {
  name: 'tools',
  why: 'disasters and trials are made of the parts of the bench, which needs none of theirs',
  check: (tree) =>
    eachFile(
      tree,
      (path) => path.startsWith('scripts/bench/'),
      (file) =>
        file.imports.flatMap(({ line, target = '' }) =>
          /^scripts\/(?:disasters|trials)\//.test(target)
            ? [{ line, message: `must not use ${target}` }]
            : [],
        ),
    ),
}

function isServer(path: string): boolean {
  return path.startsWith('server/')
}
