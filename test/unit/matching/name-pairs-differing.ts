// Different persons. One line a pair: given / family as claimed | as read | why. See name-pairs.ts.

export const differing = `
Awa / Diop | FATOU DIOP | same family name
Fatou / Diop | AWA / DIOP | same family name
Fatou / Diop | FATOU SARR | same given name
Moussa / Diop | IBRAHIMA DIOP | father and son
Amadou / Sow | MAMADOU SOW | brothers; a letter apart
Assane / Faye | ALASSANE FAYE | brothers
Assane / Faye | OUSSEYNOU FAYE | twins
Awa / Faye | ADAMA FAYE | twins
Mame Diarra / Diop | MAME FATOU DIOP | the leading name agrees, the name does not
Mame Diarra / Diop Ndiaye | MAME FATOU DIOP NDIAYE | the same with two family names
Ndeye Awa / Sarr | NDEYE YACINE SARR | sisters
Mohamed Lamine / Diop | MOHAMED MOUSTAPHA DIOP | brothers
Mouhamadou Habib / Sy | MOUHAMADOU MANSOUR SY | brothers
Cheikh Anta / Mbacké | CHEIKH TIDIANE MBACKE | brothers
Serigne Saliou / Mbacké | SERIGNE MODOU MBACKE | brothers
El Hadji Malick / Sow | EL HADJI OMAR SOW | pilgrims both
Abdou Aziz / Ndao | ABDOU KHADRE NDAO | brothers
Abdoulaye / Ndao | ABDOULAZIZ NDAO | both servants of
Abdelaziz / Tazi | ABDELKADER TAZI | both servants of
Papa Moussa / Gueye | PAPE DEMBA GUEYE | brothers
Marie Louise / Sagna | MARIE CLAIRE SAGNA | sisters
Jean Marc / Kouassi | JEAN PAUL KOUASSI | brothers
Fatou Bintou / Diop | AWA MARIE DIOP | both given names differ
Ousmane / Ba | OUSMANE FA | two letters
Ousmane / Ba | OUSMANE BO | two letters
Moussa / Sy | MOUSSA LY | two letters
Moussa / Sy | MOUSSA SOW | short
Moussa / Ka | MOUSSA BA | short
Moussa / Lo | MOUSSA LY | short
Ali / Wade | ALA WADE | three letters
Ali / Wade | ADI WADE | three letters
Awa / Sène | AMA SENE | three letters
Penda / Sall | PENDA FALL | first letter
Penda / Tall | PENDA FALL | first letter
Penda / Diop | PENDA DIOUF | short
Penda / Diouf | PENDA DIOUM | last letter
Penda / Thiam | PENTA THIAW | both, by a letter each
Moussa / Ka | MOUSSA ELKA | too short to be a name with its article
Penda / Niang | PENDA NIANE | last letter
Penda / Thiam | PENDA THIAW | last letter
Penda / Diène | PENDA DIONE | one vowel
Penda / Kan | PENDA KANE | a last e of a short name
Penda / Kane | PENDA KANTE | short
Penda / Kanté | PENDA KONATE | same consonants
Penda / Koné | PENDA KANE | one vowel
Penda / Touré | PENDA TRAORE | same consonants
Penda / Mbaye | PENDA MBACKE | same beginning
Penda / Ndour | PENDA NDOYE | same beginning
Penda / Diagne | PENDA DIANE | n and gn
Penda / Diallo | PENDA DIARRA | same beginning
Penda / Sané | PENDA SENE | one vowel
Penda / Seck | CHEIKH SECK | given name only on one side
Samba / Bamba | DEMBA BAMBA | rhyme
Karim / Alaoui | KARIMA ALAOUI | brother and sister
Amin / Alaoui | AMINA ALAOUI | brother and sister
Said / Alaoui | SAIDA ALAOUI | brother and sister
Salim / Alaoui | SALMA ALAOUI | same consonants
Hassan / Alaoui | HOUSSEIN ALAOUI | brothers
Khalil / Bennani | KHALID BENNANI | a letter apart, two names
Jamal / Bennani | KAMAL BENNANI | first letter
Samir / Bennani | SAMIA BENNANI | brother and sister
Yasmine / Bennani | OUSMANE BENNANI | same consonants
Nadia / Filali | NADIR FILALI | brother and sister
Fatiha / Filali | FATIMA FILALI | a letter apart, two names
Salma / Ben Jelloun | SALMA BEN JABRI | the particle agrees, the name does not
Salma / El Fassi | SALMA EL FILALI | the article agrees, the name does not
Moulay Hicham / Alaoui | MOULAY RACHID ALAOUI | princes both
Omar / Ould Bilal | OMAR OULD SALEM | another father
Moussa / Sow | MOUSSA DA | a particle elsewhere is a family name here
Moussa / Da | MOUSSA / SOW | a particle elsewhere is a family name here
Ben / Mensah | KOFI / MENSAH | a particle elsewhere is a name here
Kofi / Mensah | KWAME MENSAH | two days
Kwame / Boateng | KWAKU BOATENG | two days
Kwasi / Owusu | KWESI OSEI | same day, other family
Akua / Asante | AMA ASANTE | two days
Kouassi / Konan | KOUADIO KONAN | two days
Kouamé / Yao | KOUAKOU YAO | two days
Konan / Kouassi | KONE KOUASSI | short
Nii Ayi / Lamptey | NII ARMAH LAMPTEY | brothers
Naa Korkor / Tetteh | NAA DEDE TETTEH | sisters
Nana Yaw / Asante | NANA YAA ASANTE | brother and sister
Hajia Mariama / Iddrisu | HAJIA FATI IDDRISU | pilgrims both
Alhaji Yakubu / Mahama | ALHAJI HARUNA MAHAMA | pilgrims both
Aƒi / Ɖoe | AMI DOE | an Ewe letter and another one
Ɖela / Agbeko | SELA AGBEKO | the same in front
Kodzo / Kpodo | ADZO KPODO | brother and sister of one day
Kwami / Kpodo | AMI KPODO | brother and sister of one day
Kosi / Kpodo | KOFI KPODO | two days
Abla / Kpodo | AFI KPODO | two days
Fuseini / Alhassan | FATAWU ALHASSAN | brothers
Birima / Fall | BASSIROU FALL | brothers
Doudou / Diop | MODOU DIOP | pet name of another
Amy / Diop | ASTOU DIOP | two pet names
Emmanuel / Asare | SAMUEL ASARE | same ending
F. / Diop | AWA DIOP | another initial
Awa / Diop | إبراهيم سار IBRAHIMA SARR | bilingual card of another person
Awa / Diop | IBRAHIMA SARR | nothing agrees
 / Diop | MAMADOU SARR | the only part claimed
Awa / | FATOU DIOP | the only part claimed
Bouna / Athié | MARIE ANGELIQUE BERNADETTE DIATTA GOMIS | a full line
Badr / Tazri | BADER TAZIR | two doubts and nothing that agrees
Lass / Niang | LASSANA MIANG | the same with a clipped form
 / Dipo | AWA DIOP | one doubt and nothing beside it
Konan / Lass | KONAN LASSANA | families have no clipped forms
Moussa / Drame | MOUSSA DRAMANE | two families
Awa / Wade | AMA VADE | two names of girls, and a doubt
`
