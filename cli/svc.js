#!/usr/bin/env node
// The command `svc`: the built program, or the sources where one has changed since it was built.

import { builtProgram } from '../server/kernel/built-files.js'
import { launch } from './launch.js'

await launch(process.env, builtProgram)
