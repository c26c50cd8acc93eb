// `svc version`: shows the versions of the product and of Node.

import type { Command } from 'commander'
import { productVersion } from '../server/product-version.ts'
import type { CommandContext } from './context.ts'
import { examples } from './root-command.ts'

export function define(command: Command, { io }: CommandContext): void {
  command.addHelpText('before', examples('svc version', 'svc version --json')).action(() => {
    const version = productVersion()
    const { node } = process.versions
    io.show({ version, node }, () => `svc ${version} (Node ${node})\n`)
  })
}
