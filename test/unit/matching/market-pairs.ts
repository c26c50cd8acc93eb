// Names of customers in the four markets as they claim them and as their documents print them: transcriptions,
// short forms, married and family names, particles, order and accents. All persons are invented. `given / family | as
// read`, several to a line.

/** Two writings of one person's name. */
export const ofOnePerson = pairsOf(`
Mohamed / El Amrani | MOHAMMED AMRANI ; Muhammad / Alaoui | MOHAMED EL ALAOUI
Mohammed / Ben Ali | MOHAMED BENALI ; Mohamed Amine / Bennani | BENNANI MOHAMMED AMINE
Fatima Zahra / El Idrissi | EL IDRISSI FATIMA-EZZAHRA
Fatima Ezzahraa / Idrissi | FATIMA ZAHRAE IDRISSI ; Fatna / Ouahbi | FATNA EL OUAHBI
Abdelilah / Tazi | TAZI ABDELILLAH ; Abdellah / Tazi | ABDALLAH TAZI
Abdelhadi / Berrada | ABDEL HADI BERRADA ; Abderrahim / Ouazzani | ABDERRAHIM EL OUAZZANI TAIBI
Abdessamad / Lahlou | ABDSSAMAD LAHLOU ; Abdennour / Fassi Fihri | ABDENOUR EL FASSI EL FIHRI
Abdeljalil / Chraibi | ABDELJALIL CHRAÏBI ; M'hamed / Sebti | MHAMED SEBTI
Mhammed / Sebti | M HAMED SEBTI ; Lahcen / Ait Baha | LAHSSEN AITBAHA
Lahcen / Aït Lahcen | LAHCEN AIT LAHCEN ; El Houcine / Oubella | LHOUSSAINE OUBELLA
Hassan / Oulhaj | HASSANE OULHADJ ; Brahim / Oukacha | IBRAHIM OUKACHA
Younes / Mekouar | YOUNESS MEKOUAR ; Youness / Mekouar | YOUNOUSS MEKOUAR
Khadija / Bouzid | KHADIJAH BOUZID ; Khadija / Bouzid | KHADDOUJ BOUZID
Naima / Benkirane | NAÏMA BEN KIRANE ; Souad / Cherkaoui | SOUAAD CHARKAOUI
Zineb / Skalli | ZAINAB SQALLI ; Siham / Kettani | SIHAM EL KETTANI
Rkia / Ouali | RQIA EL OUALI ; Aziza / Boutaleb | AZIZA BOU TALEB
Driss / Lamrani | IDRISS LAAMRANI ; Nour Eddine / Bakkali | NOUREDDINE EL BAKKALI
Noureddine / Bakkali | NOR-EDDINE BAKALI ; Salah Eddine / Jabri | SALAHEDDINE JABRI
Jamal Eddine / Naciri | JAMALEDDINE NACIRI ; Saad Eddine / Othmani | SAADEDDINE EL OTMANI
Achraf / Hakimi | ACHRAF HAKIMI MOUH ; Hicham / El Guerrouj | EL GUERROUJ HICHAM
Othmane / El Kabbaj | OTMANE KABBAJ ; Anass / Zaroual | ANAS ZAROUAL
Ilyas / Zaoui | ILIAS ZAOUI ; Ayoub / Kaabi | AYOUB EL KAABI
Soufiane / Rahimi | SOFIANE RAHIMI ; Yassine / Bounou | YASSIN BOUNOU
Kawtar / Hafidi | KAOUTAR EL HAFIDI ; Chaimae / Rami | CHAYMAE RAMI
Chaimaa / Rami | CHAIMAE RAMI ; Asmaa / Lmrabet | ASMAE LAMRABET ; Hajar / Slaoui | HAJAR SLAWI
Sanaa / Akroud | SANAE AKROUD ; Ghizlane / Kadiri | RHIZLANE KADIRI
Rajaa / Alami | RAJAE EL ALAMI ; Wafa / Ghazi | WAFAE EL GHAZI
Oumaima / Tahiri | OMAYMA TAHIRI ; Ikrame / Jalal | IKRAM JALAL ; Hind / Bensaid | HIND BEN SAID
Mohamed / Ould Abdel Aziz | MOHAMED ABDELAZIZ
Sidi Mohamed / Ould Boubacar | SIDI MOHAMED BOUBACAR ; Ahmed / Ould Daddah | AHMED DADDAH
Cheikh / Ndiaye | SHEIKH N'DIAYE ; Cheikh Ahmadou Bamba / Mbacké | CHEIKH AHMADOU BAMBA MBACKE
Cheikhouna / Mbacké | CHEIKHOUNA M'BACKE ; Mame Diarra / Fall | MAME DIARRA BOUSSO FALL
El Hadji Malick / Sy | MALICK SY ; El Hadj Malick / Sy | ELHADJI MALICK SY
Ndèye Fatou / Diop | N'DEYE FATOU DIOP ; Ndeye Fatou / Diop | FATOU DIOP
Serigne Mbaye / Thiam | SERIGNE M'BAYE THIAM ; Seynabou / Guèye | ZEYNABOU GUEYE
Rokhaya / Sène | ROKHAYATOU SENE ; Rokhaya / Sène | ROQUAYA SENE
Oumou Kalsoum / Ba | OUMOUKALSOUM BA ; Oumy / Ndour | OUMY N'DOUR
Aïssatou / Tall Sall | AISSATOU TALL ; Aminata / Touré | AMINATA TOURE EPOUSE DIOP
Aminata / Diop | AMINATA TOURE EPSE DIOP ; Coumba / Gawlo | COUMBA GAWLO SECK
Thierno Souleymane / Bah | TIERNO SOULEYMANE BAH ; Mamadou Lamine / Keita | MAMADOU LAMINE KEÏTA
Pape Matar / Sarr | PAPE MATAR SARR ; Papa Gueye / Cissé | PAPE GUEYE CISSE
Idrissa Gana / Gueye | IDRISSA GANA GUEYE ; Abdoulaye / Diallo | ABDOULAYE DJALLO
Abdou Khadre / Diop | ABDOU KHADRE DIOP ; Ousmane / Sonko | OUSMAN SONKO
Bassirou Diomaye / Faye | BASSIROU DIOMAYE DIAKHAR FAYE ; Youssoupha / Niang | YOUSSOUFA NIANG
Habibou / Dia | HABIBOU DIA ; Adji / Sarr | ADJI RABY SARR ; Ndiaga / Diaw | N DIAGA DIAW
Gorgui / Ndoye | GORGUI N'DOYE ; Ngagne / Mbow | N'GAGNE M'BOW ; Boury / Bathily | BOURI BATHILY
Dieynaba / Sow | DJEYNABA SOW ; Fatoumata Binta / Diallo | DIALLO FATOUMATA-BINTA
Kadiatou / Barry | KADIDIATOU BARRY ; Alassane / Ouattara | ALASSANE DRAMANE OUATTARA
Kouassi / N'Guessan | NGUESSAN KOUASSI ; Kouassi Jean / Konan | KONAN KOUASSI JEAN
N'Goran / Koffi | KOFFI N'GORAN ; Affoué Marie / Kouamé | KOUAME AFFOUE MARIE
Adjoua / Yao | YAO ADJOUA EPSE KOFFI ; Ahou / Brou | BROU AHOU ROSINE
Aya Christelle / Kra | KRA AYA CHRISTELLE ; Serge Pacôme / Gnahoré | GNAHORE SERGE PACOME
Tiémoko / Bakayoko | TIEMOKO BAKAYOKO ; Drissa / Traoré | IDRISSA TRAORE
Siaka / Koné | SIAKA KONE ; Yaya / Touré | GNEGNERI YAYA TOURE ; Koffi / Kouadio | KOFI KWADWO
Kwame / Nkrumah | NKRUMAH KWAME ; Kwabena / Boateng | KWABENA OSEI BOATENG
Akosua / Asantewaa | AKOSUA ASANTEWA ; Nana Akua / Owusu | OWUSU NANA AKUA
Ama / Serwaa Bonsu | AMA SERWAA BONSU ; Yaw / Ofori-Atta | YAW OFORI ATTA
Kofi / Acheampong | KOFI ACHAMPONG ; Efua / Sutherland | AFUA SUTHERLAND
Abdul-Rahman / Iddrisu | ABDUL RAHMAN IDDRISU ; Abdul Rahman / Iddrisu | ABDULRAHMAN IDRISU
Fuseini / Alhassan | FUSEINI AL-HASSAN ; Mary / Mensah | MARY ABENA MENSAH
Joseph Nii / Laryea | NII JOSEPH LARYEA ; Zakaria / Adam | ZAKARIYYA ADAM
Khadija / Bouzid | KHDIJA BOUZID ; Ahmed / Tazi | HMAD TAZI ; Fatima / Tazi | FATNA TAZI
Fatima / Tazi | FETTOUMA TAZI ; Aicha / Tazi | AOUICHA TAZI ; Rkia / Tazi | ROUKIA TAZI
Rkia / Tazi | RQUIA TAZI ; Mbarek / Tazi | MOUBARAK TAZI ; Mbarek / Tazi | EMBAREK TAZI
Houssein / Tazi | LHSSAIN TAZI ; Hussain / Tazi | HSAIN TAZI ; Slimane / Tazi | SOULAYMANE TAZI
Jilali / Tazi | DJILALI TAZI ; Lhaj / Tazi | EL HAJ TAZI
Mohamed / Lhaj Tazi | MOHAMED HAJJ TAZI ; Seynabou / Ndiaye | NABOU NDIAYE
Matar / Ba | MOUHTAR BA ; Moctar / Ba | MOUKHTAR BA ; El Imane / Fall | ELIMANE FALL
Cheikh Tidiane / Gaye | CHEIKH TIDJANE GAYE ; Cheikh Tidiane / Gaye | CHEIKH AHMED TIDIANE GAYE
Tidiane / Gaye | TIJANE GAYE ; Saly / Diop | SALIMATA DIOP ; Soukeyna / Diop | SOUKAÏNA DIOP
Sokhna / Diop | SOXNA DIOP ; Marame / Diop | MARAM DIOP ; Bineta / Diop | BINTA DIOP
Assane / Diouf | HASSANE DIOUF ; Ousseynou / Diouf | OUSSENOU DIOUF
Alassane / Diouf | AL HASSANE DIOUF ; Gnilane / Diouf | NGNILANE DIOUF
Gnilane / Diouf | NIILAAN DIOUF ; Khardiata / Ba | KARDIATA BA ; Ramata / Ba | RAMATOULAYE BA
Houleye / Ba | HOULEYE BAA ; Hawa / Ba | AWA BA ; Maimouna / Ba | MAYMOUNA BA
Mouna / Ba | MAIMOUNA BA ; Djibril / Ba | DIBRIL BA ; Diénaba / Ba | DIENABOU BA
Fatou / Sow | FATOUMATA SOW ; Mamadou / Sow | MOUHAMADOU SOW ; Mamadou / Sow | MOMODOU SOW
Amadou / Sow | AHMADOU SOW ; Ablaye / Sow | ABDOULAYE SOW ; Pa / Sow | PAPA SOW
Adja / Sow | ADJA AWA SOW ; Yandé / Sow | YANDE CODOU SOW ; Kiné / Lam | KINE LAAM
Oumar / Ly | OUMAR LI ; Abass / Ly | ABASSE LY ; Abass / Ly | ABBAS LY
Elhadj Amadou / Ly | EL HADJI AMADOU LY ; Konan / Bédié | KONAN BEDIE HENRI
Yao / N'Da | YAO NDA ; Yapi / Yapo | YAPI YAPO ; Kangah / Assoumou | KANGA ASSOUMOU
Mariam / Koné | MARIAME KONE ; Maryam / Koné | MARIAM KONE ; Aboubacar / Koné | ABOUBAKAR KONE
Ben Moussa / Koné | BENMOUSSA KONE ; Bintou / Sidibé | BINTOU SIDIBEY
Mahamadou / Sidibé | MAHAMADOU SIDIBE ; Ramatu / Issah | RAHMATU ISSAH
Zuweira / Ibrahim | ZUWERA IBRAHIM ; Haruna / Mohammed | HARUNA MUHAMMED
Yakubu / Musah | YAKUBU MUSA ; Salifu / Seidu | SALIFU SAEED
Nii Armah / Tetteh | NII ARMAH TETTEY ; Kwaku / Dua | KWEKU DUAH ; Afua / Pokuaa | AFIA POKUAH
Esi / Quayson | ESI QUAISON ; Ekow / Sam | EKOW SAM-MENSAH ; Adwoa / Safoa | ADJOA SAFOAH
Akwasi / Poku | KWASI OPOKU ; Yaa / Konadu | YAA KONADUAH
Naa Dedei / Lamptey | NAA DEDE LAMPTEY ; Elikem / Agbeko | ELIKEM AGBEKOR
Selasi / Kpodo | SELASSIE KPODO
`)

/** Names of two people, many of whom could be brothers, sisters or neighbours. */
export const ofTwoPeople = pairsOf(`
Mohamed / El Amrani | MOHAMED EL ALAOUI ; Mohamed / Bennani | AHMED BENNANI
Fatima / Idrissi | FATIHA IDRISSI ; Fatima / Alami | FATIMA ALAOUI ; Khalid / Tazi | KHALIL TAZI
Karim / Lahlou | KARIMA LAHLOU ; Rachid / Naciri | RACHIDA NACIRI ; Amine / Jabri | AMINA JABRI
Nabil / Fassi | NABILA FASSI ; Said / Ouali | SAIDA OUALI ; Jamal / Kadiri | KAMAL KADIRI
Hamza / Berrada | HAMID BERRADA ; Omar / Ben Ali | ALI BEN OMAR
Abdelaziz / Tahiri | ABDELKRIM TAHIRI ; Abderrahim / Tahiri | ABDERRAHMANE TAHIRI
Abdelhadi / Tahiri | ABDELHAK TAHIRI ; Abdelhamid / Sebti | ABDELMAJID SEBTI
Salma / Drissi | SALMA DAOUDI ; Sara / Benjelloun | SARA BENNIS
Hassan / Alami | HOUSSEIN ALAMI ; Samir / Rami | SAMIRA RAMI ; Awa / Diop | AWA DIOUF
Awa / Diop | ADAMA DIOP ; Fatou / Ndiaye | FATOU NIANG ; Mamadou / Ba | MAMADOU BAH SOW
Mamadou / Fall | MAMADOU FAYE ; Moussa / Sarr | MOUSSA SALL ; Moussa / Diop | MODOU DIOP
Ousmane / Sy | OUSSEYNOU SY ; Cheikh / Sène | CHEIKH SEYE ; Ibrahima / Sow | ISMAILA SOW
Aminata / Touré | AMINATA TRAORE ; Coumba / Ka | COUMBA KANE
Mame Diarra / Fall | MAME BOUSSO FALL ; Ndeye Awa / Sall | NDEYE YACINE SALL
Mohamed Lamine / Dia | MOHAMED MOUSTAPHA DIA ; Abdoulaye / Wade | ABDOULAYE WANE
Awa / Diagne | AWA DIANE ; Seydou / Koné | SEYDOU KONATE ; Kouassi / Konan | KOUASSI KOUAME
Kouadio / Yao | KOUAKOU YAO ; Affoué / Kra | ADJOUA KRA ; Marie / Koffi | MARIAM KOFFI
Jean / Brou | JEANNE BROU ; Koffi Jean / Aka | KOFFI PAUL AKA ; Drissa / Soro | LASSINA SORO
Kwame / Mensah | KWESI MENSAH ; Kofi / Owusu | KOFI OFORI ; Ama / Boateng | AMA BOAKYE
Yaw / Asante | YAA ASANTE ; Michael / Addo | MICHELLE ADDO ; Samuel / Addo | SAMUEL ADDAI
Emmanuel / Opoku | EMMANUEL OPPONG ; Grace / Appiah | GLORIA APPIAH
Abdul Rahman / Iddrisu | ABDUL RAHIM IDDRISU ; Kwabena / Agyei | KWAKU AGYEI
Samba / Sow | BAMBA SOW ; Penda / Diallo | DEMBA DIALLO ; Aissatou / Barry | AISSATA DIALLO
Alioune / Ndiaye | ALASSANE NDIAYE ; Fatima Zahra / Alami | FATIMA ALAMI ZINEB
Youssef / Tazi | YOUNES TAZI ; Hajar / Tazi | HANANE TAZI ; Imane / Rami | ILHAM RAMI
Nawal / Saadi | NAJAT SAADI ; Khadija / Fall | KHADY SALL ; Omar / Sy | OUMAR LY
Hamid / Alaoui | HAMIDOU ALAOUI ; Aziz / Alaoui | AZIZA ALAOUI ; Malick / Gueye | MALIKA GUEYE
Aliou / Cissé | ALIMA CISSE ; Adama / Diallo | ADAM DIALLO ; Khadija / Bouzid | KARIMA BOUZID
Ahmed / Tazi | HAMID TAZI ; Fatima / Tazi | FADWA TAZI ; Saly / Diop | SALIOU DIOP
Soukeyna / Diop | SOKHNA DIOP ; Assane / Diouf | ALASSANE DIOUF ; Awa / Ba | AIDA BA
Kwaku / Dua | KWAME DUA ; Akwasi / Poku | AKOSUA POKU
`)

interface MarketPair {
  readonly line: string
  readonly claimed: { readonly firstName: string; readonly lastName: string }
  readonly read: { readonly fullName: string }
}

function pairsOf(table: string): readonly MarketPair[] {
  const lines = table.split(/ ; |\n/).filter((line) => line !== '')
  return lines.map((line) => {
    const [claim = '', fullName = ''] = line.split(' | ')
    const [firstName = '', lastName = ''] = claim.split(' / ')
    return { line, claimed: { firstName, lastName }, read: { fullName } }
  })
}
