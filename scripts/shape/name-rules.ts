// Rules for names: no words without meaning in the names of files and exports, no name exported twice, and none
// exported for nobody.

import { nameOf } from './rooms.ts'
import { eachFile, isConsole, isProduct, type Rule, type Tree } from './rule.ts'
import { lineOf } from './scan.ts'
import type { SourceFile } from './source-file.ts'

const emptyWords = [
  'manager',
  'managers',
  'helper',
  'helpers',
  'util',
  'utils',
  'base',
  'common',
  'data',
  'info',
  'process',
]

/** Exceptions in which an empty word has a meaning: `baseUrl`, `dataKey`, `info.json`. */
const meaningful: readonly RegExp[] = [
  /^base (url|urls|32|62|64)$/,
  /^data (key|keys|dir|url)$/,
  /^info json$/,
  /^process environment$/,
]

export const names: Rule = {
  name: 'names',
  why: 'manager, helper, util, base, common, data, info and process hide what a thing is',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      ({ path, code }) => {
        const inPath = path.split('/').slice(1, -1).concat(nameOf(path))
        const ofPath = inPath.map((name) => ({ name, line: 1 }))
        return [...ofPath, ...exportsOf({ code })].flatMap(({ name, line }) => {
          const word = emptyWordIn(name)
          return word === undefined ? [] : [{ line, message: `${name}: "${word}" says nothing` }]
        })
      },
    ),
}

const exported =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|const|let|class|interface|type)\s+(\w+)/gm

function exportsOf({ code }: Pick<SourceFile, 'code'>) {
  return [...code.matchAll(exported)].map((match) => ({
    name: match[1] ?? '',
    line: lineOf(code, match.index),
  }))
}

/**
 * Names that several files may export, with the files that may. Every command of the CLI exports `define`, because
 * the program finds a command's file by its path and then calls that function.
 */
const sharedNames: readonly (readonly [name: string, place: RegExp])[] = [['define', /^cli\//]]

export const oneName: Rule = {
  name: 'one-name',
  why: 'a name that is exported twice means two things, and a reader cannot tell which one is imported',
  check: (tree) => {
    const places = placesOf(tree)
    return eachFile(tree, isNamed, (file) =>
      exportsOf(file).flatMap(({ name, line }) => {
        const others = (places.get(name) ?? []).filter((path) => path !== file.path)
        const isShared = sharedNames.some(([shared, at]) => shared === name && at.test(file.path))
        if (others.length === 0 || isShared) return []
        return [{ line, message: `${name} is also exported by ${others.join(', ')}` }]
      }),
    )
  },
}

export const usedExports: Rule = {
  name: 'used-exports',
  why: 'an export that no other file imports is private, or dead',
  check: (tree) => {
    const taken = takenNames(tree)
    return eachFile(
      tree,
      (path) => /\.tsx?$/.test(path) && !taken.whole.has(path),
      (file) =>
        exportsOf(file)
          .filter(({ name }) => !taken.names.has(`${file.path} ${name}`))
          .map(({ name, line }) => ({ line, message: `no other file imports ${name}` })),
    )
  },
}

/** Returns the files that are imported whole, and `path name` of every single export that is imported. */
function takenNames({ files }: Tree) {
  const whole = new Set<string>()
  const names = new Set<string>()
  for (const { target, names: given } of files.flatMap(({ imports }) => imports)) {
    if (target === undefined) continue
    if (given === undefined) whole.add(target)
    for (const name of given ?? []) names.add(`${target} ${name}`)
  }
  return { whole, names }
}

/** Server, CLI and console share one vocabulary: where a name means the same, the console imports it. */
function isNamed(path: string): boolean {
  return isProduct(path) || isConsole(path)
}

function placesOf({ files }: Tree): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, readonly string[]>()
  for (const file of files.filter(({ path }) => isNamed(path))) {
    for (const { name } of exportsOf(file)) {
      places.set(name, [...(places.get(name) ?? []), file.path])
    }
  }
  return places
}

/** Returns the first empty word of a name in camelCase, kebab-case or UPPER_CASE. */
export function emptyWordIn(name: string): string | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([a-zA-Z])(\d)/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words.find((word, index) => {
    const pair = `${word} ${words[index + 1] ?? ''}`
    return emptyWords.includes(word) && !meaningful.some((known) => known.test(pair))
  })
}
