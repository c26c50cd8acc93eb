// How Vite builds the program of `svc` into cli/dist: one file for what every command needs, others for what few need.

import { programDir } from '../server/kernel/built-files.js'
import { serverBuild } from './server-build.js'

// biome-ignore lint/style/noDefaultExport: the form in which Vite wants it
export default serverBuild({
  settings: 'scripts/program.vite.js',
  entries: ['cli/main.ts'],
  into: programDir,
})
