// The machines that releases are made for.

export const archs = ['x64', 'arm64'] as const

export type Arch = (typeof archs)[number]

/** Number of the machine in the header of its programs (ELF, `e_machine`). */
export const elfMachines: Readonly<Record<Arch, number>> = { x64: 62, arm64: 183 }
