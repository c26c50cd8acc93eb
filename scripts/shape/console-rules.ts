// Rules for imports of the console: from the server only types of the API, and only packages that are built into
// its pages.

import { eachFile, isConsole, type Rule } from './rule.ts'
import { packageOf } from './source-file.ts'

/** Packages that only the build uses. */
const builtIn = ['vite', '@vitejs/plugin-react']
const buildFile = 'console/vite.config.ts'

export const consoleBorder: Rule = {
  name: 'console-border',
  why: 'the console knows only the API of the server, and nothing else imports the console',
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
