// Rule against words without meaning in the names of files and exports (style, signs of ugliness).

import { nameOf } from './rooms.ts'
import { eachFile, type Rule } from './rule.ts'
import { lineOf } from './scan.ts'

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
        const ofExports = [...code.matchAll(exported)].map((match) => ({
          name: match[1] ?? '',
          line: lineOf(code, match.index),
        }))
        return [...ofPath, ...ofExports].flatMap(({ name, line }) => {
          const word = emptyWordIn(name)
          return word === undefined ? [] : [{ line, message: `${name}: "${word}" says nothing` }]
        })
      },
    ),
}

const exported =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|const|let|class|interface|type)\s+(\w+)/gm

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
