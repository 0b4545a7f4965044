open('calibration.txt', 'w').write('3')
