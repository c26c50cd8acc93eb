// What the console may take from where: of the server the wire's types and no more, and of packages those that
// are built into its pages.

import { eachFile, isConsole, type Rule } from './rule.ts'
import { packageOf } from './source-file.ts'

/** Part of what Vite itself brings to the build. */
const builtIn = ['vite', '@vitejs/plugin-react']
const buildFile = 'console/vite.config.ts'

export const consoleBorder: Rule = {
  name: 'console-border',
  why: 'the console knows the server by what it sends, and nobody else needs the console',
  check: (tree) =>
    eachFile(
      tree,
      () => true,
      ({ path, imports }) =>
        imports.flatMap((one) => {
          const message = isConsole(path)
            ? faultOfConsole(path, one.target, one.isType, packageOf(one), tree.devDependencies)
            : faultOfOthers(path, one.target)
          return message === undefined ? [] : [{ line: one.line, message }]
        }),
    ),
}

function faultOfConsole(
  path: string,
  target: string | undefined,
  isType: boolean,
  packageName: string | undefined,
  devDependencies: readonly string[],
): string | undefined {
  if (target !== undefined) {
    if (isConsole(target)) return undefined
    const isWireType = isType && /^server\/.*-json\.ts$/.test(target)
    return isWireType ? undefined : `must not import ${target}; only types of server/**/*-json.ts`
  }
  if (path === buildFile) return undefined
  if (packageName === undefined) return 'runs in a browser and has none of the modules of Node'
  if (builtIn.includes(packageName)) return `${packageName} is imported in ${buildFile} only`
  return devDependencies.includes(packageName)
    ? undefined
    : `${packageName} is not among the devDependencies in package.json`
}

/** Tests look at the console in a browser, and at its words. */
function faultOfOthers(path: string, target: string | undefined): string | undefined {
  if (target === undefined || !isConsole(target) || path.startsWith('test/')) return undefined
  return `must not import ${target}`
}
