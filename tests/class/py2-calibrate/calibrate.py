f = open('calibration.txt', 'w')
f.write('3')
f.close()
