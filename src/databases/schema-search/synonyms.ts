import { kindredOf, type Synonyms, synonymsOf } from '../../search/index.ts';

/** Returns the synonyms of a stemmed word in names of tables and columns. */
export const schemaSynonyms: Synonyms = (word) => {
  const own = ofSchemas(word);
  const general = kindredOf(word);
  if (own.length === 0) return general;
  return general.length === 0 ? own : [...new Set([...own, ...general])];
};

/** Contains no word of two meanings, such as `state` or `band`: its synonyms would find the wrong tables. */
const ofSchemas = synonymsOf(
  'customer client buyer; employee staff worker; supplier vendor; manufacturer maker; product item article; ' +
    'invoice bill; salary wage pay; income earning revenue; student pupil; teacher instructor professor lecturer; ' +
    'doctor physician; country nation; city town; street road; phone telephone mobile; sex gender; birthday birthdate dob; ' +
    'quantity qty amount; category kind type; manager boss supervisor; movie film; flight plane aircraft airplane; ' +
    'author writer; shop store; stock inventory; warehouse depot; shipment delivery; address residence; owner holder; ' +
    'loan debt; rating score review; comment remark note; id identifier key; email mail; salesperson seller; ' +
    'zip zipcode postcode; department dept; number no num; description desc; average avg; maximum max; minimum min',
);
