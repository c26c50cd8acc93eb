// Rules for imports of the console: from the server only types of the API and files that need no package, such as
// closed lists, and none that lead to the database; from data/ only the shared texts; and only packages that are built
// into its pages.

import { ringOf } from './rooms.ts'
import { eachFile, isConsole, type Rule, type Tree } from './rule.ts'
import { packageOf } from './source-file.ts'

/** Packages that only the build uses. */
const builtIn = ['vite', '@vitejs/plugin-react']
const buildFile = 'console/vite.config.ts'
const buildFiles = [buildFile, 'console/words-plugin.ts']
/** Modules that the build makes. */
const madeModules = 'virtual:words'

export const consoleBorder: Rule = {
  name: 'console-border',
  why: 'the console knows only the API and the closed lists of the server, and nothing else imports the console',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      ({ path, imports }) =>
        imports.flatMap((one) => {
          const message = isConsole(path)
            ? one.target === undefined
              ? faultOfPackage(path, packageOf(one), tree.devDependencies)
              : faultOfFile(one.target, one.isType, tree)
            : faultOfOthers(path, one.target)
          return message === undefined ? [] : [{ line: one.line, message }]
        }),
    ),
}

/** Whoever checks the types of the console would check those of all queries, too. */
export const consoleReach: Rule = {
  name: 'console-reach',
  why: 'the console gets its types from light files, so that checking it does not check the stores again',
  check: (tree) =>
    eachFile(tree, isConsole, ({ imports }) =>
      imports.flatMap(({ line, target = '' }) => {
        const way = isConsole(target) ? undefined : wayToDatabase(target, tree)
        return way === undefined ? [] : [{ line, message: `reaches ${way.join(', by way of ')}` }]
      }),
    ),
}

/** Returns the files from one that queries the database back to this one, imports of types included. */
function wayToDatabase(
  path: string,
  tree: Tree,
  seen = new Set<string>(),
): readonly string[] | undefined {
  if (ringOf(path) === 'storage') return [path]
  seen.add(path)
  for (const { target } of tree.byPath.get(path)?.imports ?? []) {
    if (target === undefined || seen.has(target)) continue
    const way = wayToDatabase(target, tree, seen)
    if (way !== undefined) return [...way, path]
  }
  return undefined
}

function faultOfFile(target: string, isType: boolean, tree: Tree): string | undefined {
  if (isConsole(target) || /^data\/reference\/(?:words|checks)\/\w+\.json$/.test(target))
    return undefined
  if (isType && /^server\/.*-(?:json|api)\.ts$/.test(target)) return undefined
  const needed = packageNeededBy(target, tree)
  if (needed === undefined) return undefined
  return `must not import ${target} (which needs ${needed}); only types of server/**/*-json.ts and *-api.ts and files without packages`
}

/**
 * Returns the first package, Node module or file outside the server that loading a file of the server would load
 * with it; undefined if there is none, as for a noun with its closed lists.
 */
function packageNeededBy(path: string, tree: Tree, seen = new Set<string>()): string | undefined {
  if (seen.has(path)) return undefined
  seen.add(path)
  const file = tree.byPath.get(path)
  if (file === undefined || !path.startsWith('server/')) return path
  for (const { specifier, target, isType } of file.imports) {
    if (isType) continue
    const needed = target === undefined ? specifier : packageNeededBy(target, tree, seen)
    if (needed !== undefined) return needed
  }
  return undefined
}

function faultOfPackage(
  path: string,
  packageName: string | undefined,
  devDependencies: readonly string[],
): string | undefined {
  if (buildFiles.includes(path) || packageName === madeModules) return undefined
  if (packageName === undefined) return 'runs in a browser, which has no Node modules'
  if (builtIn.includes(packageName)) return `${packageName} is imported in ${buildFile} only`
  return devDependencies.includes(packageName)
    ? undefined
    : `${packageName} is not among the devDependencies in package.json`
}

/** Only tests may import from the console. */
function faultOfOthers(path: string, target: string | undefined): string | undefined {
  if (target === undefined || !isConsole(target) || path.startsWith('test/')) return undefined
  return `must not import ${target}`
}
