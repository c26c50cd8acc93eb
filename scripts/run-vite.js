// Runs `vite build` under a Node that is new enough. Plain JavaScript, so that any Node can run it.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedNode, isRightNode, runProgram } from '../cli/right-node.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))

/**
 * @param {string} into folder of the build; emptied first
 * @param {...string} args of `vite build`
 * @returns {Promise<number>} the exit status
 */
export async function runViteBuild(into, ...args) {
  const node = isRightNode() ? process.execPath : (installedNode() ?? process.execPath)
  const vite = join(productDir, 'node_modules/vite/bin/vite.js')
  const flags = ['--outDir', into, '--emptyOutDir', '--logLevel=warn']
  // To stderr: stdout belongs to the command that runs afterwards.
  const options = { cwd: productDir, stdio: ['ignore', 2, 2] }
  return (await runProgram(node, [vite, 'build', ...args, ...flags], options)).status
}
