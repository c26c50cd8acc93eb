// Frequent names of the markets. Two different frequent names are two names, however few letters
// they differ in, so the weak degrees of likeness (near, clipped) are not used between them. One
// spelling of each is enough; the spelling rules and known-names find the others.

import { identityOf } from './name-identity.ts'
import { soundOf } from './name-spelling.ts'

const families = `
ba badiane badji badio balde bamba barry bathily bocoum bodian camara cisse cissokho coly coulibaly dabo
danfa dansokho dembele dia diaby diack diagne diakhate diakite diallo diame diane diao diarra diatta
diaw diawara diba diedhiou dieme diene dieng dieye diome dione diop diouf dioum djiba djite dosso
doumbia drame fall faty faye fofana gaye gassama gomis goudiaby gueye guirassy ka kaba kamate kane
kanoute kante kasse keita kone konate konte kouyate leye lo ly mane mangane manga mbacke mbaye mbengue
mbodj mboup mbow mendy ndao ndiaye ndione ndong ndour ndoye ngom niane niang niass pouye sabaly sadio
sagna sako samb sambou sane sangare sanogo sarr seck sene seye sidibe soro sonko soumah soumare sow sy
sylla tall tamba tandian tendeng thiam thiaw thioub thioune top tounkara toure traore wade wague wane
wone yade ouattara bakayoko diabate diomande gbagbo kouassi kouadio kouakou konan kouame koffi yao
nguessan aka assi brou tanoh kra tano gnahore zadi gueu seri
alami alaoui amrani benali bennani benjelloun berrada bouazza bouchaib boukhari chaoui chraibi
cherkaoui daoudi fassi filali ghazi guessous hajji hakimi hamdaoui hamraoui hassani idrissi
jabri kabbaj kadiri kettani lahlou mansouri mernissi naciri ouazzani rahmouni rahmani raissouni
saadi sabri sadiki salhi sebti skalli slaoui slimani tahiri tazi touzani zaoui zerouali ziani zouhair
addo addai adjei adomako agyei agyeman amoah amponsah ankomah ansah antwi appiah arthur asamoah asante
asare awuah baah baidoo bediako boateng bonsu danso darko dwomoh frimpong gyamfi kumi kyei mensah
nkrumah nyarko oduro ofori opoku oppong osei owusu quansah quartey quaye sarpong tetteh yeboah
`

const givenNames = `
abdallah abdou abdoulaye abdoulaziz abdoulkader abderrahmane abdelhak abdelhamid abdellatif abdeslam
abdelilah abdelkrim abibatou adama adil adja ahmed aicha aida aissatou aissa alassane ali aliou
alioune alpha amadou amal amar amina aminata amine amy anas anta arame arouna assane assetou astou awa
aya ayoub aziz babacar bachir badara badr baba bakary bamba bassirou bilal binta bintou birame boubacar
bouba bouchra bouna brahim chadi cheikh coumba daba damien daouda demba diarra djibril dieynaba driss
fadel fadwa fama fanta farid fatiha fatim fatima fatou fatoumata fouad ghita habib habiba hadja
hafid hafsa hajar hakim hakima halima hamed hamid hamza hanae hanane hasna hassan hicham hind houda
houria ibrahim idrissa ikram ilham ilyas imane issa issam jamal jamila kader kadidia kamal karim karima
kaoutar khadija khady khadim khalid khalifa khalil lahcen laila lamia lamine landing lassana
lassina latif latifa loubna mactar madani madior magatte mahamadou maimouna majid majida malick malika
mamadou mame mansour mariam mariama marieme mbaye mehdi mina modou mohamed momar moncef mor mory mouad
mounia mounir mourad moussa moustapha mouhamadou nabil nabila nadia nadir nafissatou naima najat najib
najia nawal ndeye ndiaga nizar noura omar oumar oumou ousmane oussama ousseynou pape penda rabia
rachid rachida rahim rama ramata rania redouane rida rim rokhaya saad sadio safi safia said saida salah
salif salim salima saliou salma samba samia samir samira sanae sara sarah seydou sidy siaka siham
sokhna soufiane soukaina souleymane tahar tarik tening thierno tidiane wafae wahid walid yacine yacouba
yahya yasmine yaya younes youssef youssou zahra zakaria zineb zohra zoubir
abena adjoa afia akosua akua ama ato ekow efua esi kofi kojo kwabena kwaku kwame kwasi kwadwo yaa yaw
adjoua affoue ahou akissi amenan amoin kouassi kouadio koffi kouakou
andre anne antoine bernard christian christiane daniel danielle david denis dominique emmanuel eric
francois francoise frank gabriel george georges grace henri isaac jacob jacques james jean jeanne
jerome joel john jonas jonathan joseph josephine laurent louis louise marc marie mark martin martine
mary matthew michael michel nicolas patrice patrick paul paule pauline peter philip pierre richard
robert samuel sarah serge simon simone stephen thomas william
`

const frequent: ReadonlySet<string> = new Set(
  `${families} ${givenNames}`
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => identityOf(soundOf(name))),
)

/** Whether both are frequent names. The caller has already found that they differ. */
export function areBothFrequent(one: string, other: string): boolean {
  return frequent.has(one) && frequent.has(other)
}
