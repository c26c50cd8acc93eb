// Spellings of one person's name, both as published, of all four countries, as in the other lists. These
// were gathered after the rules were settled: no rule and no figure was ever changed for them.

export const later = `
Ismaël / Bennacer | Ismail / Bennasser
Moulay Hassan / Alaoui | Mulay Hassan / Alaoui
Abdelkrim / El Khattabi | Abd el-Krim / Al Khattabi
Mohamed / Ben Arafa | Mohammed / Benarafa
Thami / El Glaoui | T'hami / El Glawi
Abdelouahed / Radi | Abdelwahed / Radi
Habib / El Malki | Habib / Malki
Rachid / Talbi Alami | Rachid / Talbi El Alami
Enaam / Mayara | Ennaam / Mayara
Abdelhafid / Elalamy | Moulay Hafid / Elalamy
Mohamed / Boussaid | Mohammed / Boussaïd
Lahcen / Daoudi | Lahsen / Daoudi
Aïcha / Chenna | Aicha / Ech-Chenna
Asma / Lamnawar | Asmae / Lmnaouar
Latifa / Raafat | Latefa / Rafat
Abdelhadi / Belkhayat | Abdelhadi / Belkheyat
Abdelwahab / Doukkali | Abdelouahab / Doukkali
Naïma / Samih | Naima / Sameeh
Haja / Hamdaouia | Hajja / El Hamdaouia
Mohamed / El Yazghi | Mohammed / Elyazghi
Abdelhadi / Boutaleb | Abdelhadi / Bou Taleb
Ali / Yata | Ali / Yatta
Mahjoubi / Aherdane | Mahjoubi / Ahardane
Abdelkarim / Ghallab | Abdelkrim / Ghellab
Mehdi / Elmandjra | Mahdi / El Mandjra
Zoulikha / Nasri | Zulikha / Nasri
Merieme / Chadid | Meriem / Chadid
Hakima / El Haite | Hakima / El Haité
Bassima / Hakkaoui | Basima / Hakkaoui
Nouzha / Skalli | Nezha / Skalli
Yasmina / Baddou | Yasmina / Badou
Rkia / El Moukim | Rkiya / Moukim
Abdelmajid / Dolmy | Abdelmajid / Dolmi
Abdelkrim / Merry | Krimau / Merry Abdelkrim
Hassan / Kachloul | Hassan / Kachkloul
Abdelilah / Saber | Abdelilah / Sabir
Rachid / Neqrouz | Rachid / Negrouz
Mohamed / Chaouch | Mohammed / Chaouche
Khalid / Fouhami | Khaled / Fouhami
Mouhcine / Iajour | Mohcine / Yajour
Mohcine / Moutouali | Mouhssine / Moutaouali
Abdelilah / Hafidi | Abdelilah / El Hafidi
Badr / Boulahroud | Bader / Boulahroude
Ayoub / Nanah | Ayoub / Nannah
Anas / Zniti | Anass / Zniti
Reda / Hajhouj | Réda / Hajjhouj
Amadou Tidiane / Wone | Amadou Tijane / Wone
Amadou Bator / Dieng | Amadou Bator / Jeng
Mamadou / Lamine Dramé | Mahmadu / Lamine Drame
El Hadj Saïdou Nourou / Tall | Seydou Nourou / Tall
Serigne Abdoul Ahad / Mbacké | Sëriñ Abdu Lahat / Mbàkke
Serigne Fallou / Mbacké | Serigne Falilou / Mbacke
Mouhamadou Moustapha / Mbacké | Mamadou Moustapha / Mbacke
Ababacar / Sy | Aboubakar / Sy
Valdiodio / N'Diaye | Waldiodio / Ndiaye
Galandou / Diouf | Ngalandou / Diouf
Ibrahima / Seydou Ndaw | Ibrahima Seydou / N'Daw
Cheikh Fatma / Diop | Cheikh Fatim / Diop
Assane / Seck | Hassane / Seck
Majmouth / Diop | Majhemout / Diop
Babacar / Niang | Babakar / Niang
Iba Der / Thiam | Iba Dèr / Caam
Caroline Faye / Diop | Caroline / Diop
Fatou / Sow Sarr | Fatou / Sow-Saar
Marième / Badiane | Mareme / Badiane
Ramatoulaye / Diallo Ndiaye | Ramatoulaye / Diallo
Oustaz Alioune / Sall | Alioune / Sall
Adji Mergane / Kanouté | Aji Mergane / Kanoute
Alioune / Sarr | Aliou / Sarr
Mamadou / Ndoye | Mamadou / N'Doye
Rose / Dieng-Kuntz | Rose / Dieng
Nafi / Thiam | Nafissatou / Thiam
Siga / Diabaté | Siga Fatima / Diabate
Ndèye / Séne | Ndeye / Sene
Oumy / Thiam | Oumi / Thiam
Yacine / Diop | Yassine / Diop
Zahra / Iyane Thiam | Zahra Iyane / Thiam
Philippe Grégoire / Yacé | Philippe / Yace
Mathieu / Ekra | Matthieu / Ekra
Camille / Alliali | Camille / Aliali
Jean / Konan Banny | Jean / Konan-Banny
Mamadou / Coulibaly | Mamadu / Kulibaly
Lamine / Diabaté | Lamine / Diabate
Moussa / Dosso | Mousa / Dosso
Zadi / Kessy | Marcel Zady / Kessy
Alcide / Djédjé | Alcide / Djedje
Emmanuel / Niamien N'Goran | Emmanuel / Niamien Ngoran
Djibril / Bassolet | Djibrill / Bassolé
Ally / Coulibaly | Aly / Coulibaly
Issiaka / Bakayoko | Issiaka / Bakayogo
Youssouf / Bakayoko | Yussuf / Bakayoko
Adama / Toungara | Adama / Tounkara
Sidiki / Konaté | Sidiki / Konate
Raymonde / Goudou Coffie | Raymonde / Goudou Koffi
Anne Désirée / Ouloto | Anne / Ouloto
Kaba / Nialé | Niale / Kaba
Ali / Coulibaly | Aly / Koulibaly
Souleymane / Diarrassouba | Souleymane / Diarassouba
Akossi / Bendjo | Noël Akossi / Bendjo
Amon / Tanoh | Marcel Amon / Tanoh
Mabri / Toikeusse | Albert Mabri / Toikeuse
Nana / Frimpong | Nana Kwame / Frimpong
Kwaku / Baah | Kweku / Baah
Krobo / Edusei | Crobo / Edusei
Komla Agbeli / Gbedemah | Komla / Gbedema
Kojo / Botsio | Kodjo / Botsio
Tawia / Adamafio | Tawiah / Adamafio
Ako / Adjei | Ebenezer Ako / Adjei
Emmanuel / Obetsebi-Lamptey | Emmanuel Odarquaye / Obetsebi Lamptey
William / Ofori Atta | William / Ofori-Attah
Paa / Grant | Pa / Grant
Kwesi / Armah | Kwasi / Armah
Kofi / Baako | Kofi / Bako
Imoru / Egala | Imoru / Eggala
Mumuni / Bawumia | Moumouni / Bawumia
Yakubu / Tali | Yakoubou / Tali
Aliu / Mahama | Alhaji Aliou / Mahama
Kow / Arkaah | Kow Nkensen / Arkah
Obed / Asamoah | Obed Yao / Asamoah
Kwesi / Botchwey | Kwesi / Botchway
Tsatsu / Tsikata | Tsatsu / Tsikatah
Kojo / Tsikata | Kodjo / Tsikata
Betty / Mould-Iddrisu | Betty / Mould Idrissu
Akosua / Busia | Akosuah / Busia
Ato / Quarshie | Ato / Quashie
Kwame / Pianim | Kwame / Piannim
Adwoa / Aboah | Adjoa / Aboah
`
