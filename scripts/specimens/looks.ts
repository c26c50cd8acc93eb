// The looks of the invented faces: skin, proportions, headscarf or hair.

import type { Face } from '../../server/demo/invented/faces.ts'

export interface Skin {
  readonly light: string
  readonly middle: string
  readonly deep: string
  readonly shade: string
  readonly lips: string
  readonly lipsLight: string
}

const awaSkin: Skin = {
  light: '#b07a55',
  middle: '#8f5b3b',
  deep: '#6f4129',
  shade: '#4a2718',
  lips: '#8c3b3f',
  lipsLight: '#b4605f',
}

const youssefSkin: Skin = {
  light: '#e3b994',
  middle: '#cf9d76',
  deep: '#b07d58',
  shade: '#7d5236',
  lips: '#a9635a',
  lipsLight: '#c9857a',
}

const khadySkin: Skin = {
  light: '#8a5a3c',
  middle: '#6b4029',
  deep: '#4f2c1a',
  shade: '#311a0e',
  lips: '#6f2f35',
  lipsLight: '#96504f',
}

const lamineSkin: Skin = {
  light: '#9c6a48',
  middle: '#7b4c30',
  deep: '#5c361f',
  shade: '#3a2112',
  lips: '#7a3f3a',
  lipsLight: '#9d5f55',
}

const salmaSkin: Skin = {
  light: '#f0cdb0',
  middle: '#dcae8b',
  deep: '#bd8a68',
  shade: '#8a5c40',
  lips: '#b04f55',
  lipsLight: '#d07a78',
}

const houdaSkin: Skin = {
  light: '#d9a981',
  middle: '#c08c63',
  deep: '#9b6a46',
  shade: '#6b4429',
  lips: '#9a4a4a',
  lipsLight: '#bc6d66',
}

interface Look {
  readonly skin: Skin
  /** How much wider than drawn; 1 is as drawn. */
  readonly breadth: number
  readonly wears: Scarf | Haircut
  readonly hasGlasses?: true
}

export interface Scarf {
  readonly kind: 'scarf'
  readonly colours: readonly [string, string, string]
  readonly hasEarrings: boolean
}

export interface Haircut {
  readonly kind: 'hair'
  readonly colour: string
  readonly jacket: readonly [string, string]
  readonly hasBeard: boolean
}

export const looks: Readonly<Record<Face, Look>> = {
  awa: {
    skin: awaSkin,
    breadth: 1,
    wears: { kind: 'scarf', colours: ['#d9703a', '#b23a48', '#7a2144'], hasEarrings: true },
  },
  khady: {
    skin: khadySkin,
    breadth: 1.09,
    wears: { kind: 'scarf', colours: ['#3f8fb0', '#2a5d94', '#1d3563'], hasEarrings: false },
    hasGlasses: true,
  },
  modou: {
    skin: awaSkin,
    breadth: 1.05,
    wears: {
      kind: 'hair',
      colour: '#17110d',
      jacket: ['#2f6b57', '#173f35'],
      hasBeard: false,
    },
  },
  lamine: {
    skin: lamineSkin,
    breadth: 0.94,
    wears: { kind: 'hair', colour: '#14100e', jacket: ['#7a5a3a', '#4a3321'], hasBeard: true },
    hasGlasses: true,
  },
  salma: {
    skin: salmaSkin,
    breadth: 0.97,
    wears: { kind: 'scarf', colours: ['#b9cdb4', '#7fa58a', '#4f7563'], hasEarrings: false },
  },
  houda: {
    skin: houdaSkin,
    breadth: 1.07,
    wears: { kind: 'scarf', colours: ['#8d6bb0', '#64468c', '#3f2a61'], hasEarrings: false },
    hasGlasses: true,
  },
  youssef: {
    skin: youssefSkin,
    breadth: 1,
    wears: { kind: 'hair', colour: '#1f1713', jacket: ['#3a4a63', '#202b3d'], hasBeard: true },
  },
  rachid: {
    skin: houdaSkin,
    breadth: 1.08,
    wears: { kind: 'hair', colour: '#57524c', jacket: ['#6b3b3b', '#421f22'], hasBeard: false },
    hasGlasses: true,
  },
}
