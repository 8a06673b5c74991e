/** Why nothing can be done that needs somebody outside, where nobody is set up: said by button and server alike. */

export const NO_ACQUIRER =
  'No acquirer is set up, so no money can move: whoever runs this installation sets ACQUIRER';

export const NO_INSTITUTION =
  'No gateway to the financing institution is set up, so nobody can be asked: whoever runs this installation sets FINANCING_INSTITUTION';

export const NO_IDENTIFICATION =
  'Nobody is set up who makes sure of people: whoever runs this installation sets IDENTIFICATION';
