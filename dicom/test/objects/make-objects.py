"""Makes the objects of this folder, and the tables that pydicom and numpy compute from them.

python3 make-objects.py    (pydicom 2.3.1, numpy; Debian: python3-pydicom)
"""
import json
import numpy
import pydicom
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.sequence import Sequence
from pydicom.uid import ExplicitVRLittleEndian, ImplicitVRLittleEndian

ROOT = '2.25.77001'
SPACE = f'{ROOT}.1'
CT = [f'{ROOT}.2.{z}' for z in range(1, 6)]
ROWS, COLUMNS, STEP, ROW_MM, COLUMN_MM = 25, 33, 2.5, 1.5, 0.8
ORIGIN = (-20.0, -30.0, 100.0)


def sequence(*items):
    return Sequence(list(items))


def item(**values):
    one = Dataset()
    for name, value in values.items():
        setattr(one, name, value)
    return one


def new_file(name, sop_class, sop, series, syntax=ExplicitVRLittleEndian):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID, meta.TransferSyntaxUID = sop_class, sop, syntax
    file = FileDataset(name, {}, file_meta=meta, preamble=b'\0' * 128)
    file.is_little_endian, file.is_implicit_VR = True, syntax == ImplicitVRLittleEndian
    file.SpecificCharacterSet = 'ISO_IR 192'
    file.SOPClassUID, file.SOPInstanceUID = sop_class, sop
    file.StudyInstanceUID, file.SeriesInstanceUID = f'{ROOT}.10', f'{ROOT}.10.{series}'
    file.PatientName, file.PatientID, file.PatientBirthDate, file.PatientSex = 'Papadopoulou^Maria', 'P1', '19800412', 'F'
    file.StudyDate, file.StudyTime, file.StudyID, file.AccessionNumber = '20260301', '100000', '1', ''
    file.SeriesNumber, file.InstanceNumber = series, 1
    return file


def position_of(z):
    return [ORIGIN[0], ORIGIN[1], ORIGIN[2] + STEP * z]


def shapes():
    """Two segments on five images: a disc that grows, and a bar that is on three of them."""
    y, x = numpy.mgrid[0:ROWS, 0:COLUMNS]
    disc = [((y - 10) ** 2 + (x - 14) ** 2 <= (2 + z) ** 2) for z in range(5)]
    bar = [(x >= 24) & (x < 30) & (y >= 3 + z) & (y < 12) if 1 <= z <= 3 else numpy.zeros((ROWS, COLUMNS), bool) for z in range(5)]
    return {1: disc, 2: bar}


def segment(number, label, lab):
    one = item(SegmentNumber=number, SegmentLabel=label, SegmentAlgorithmType='MANUAL')
    one.SegmentedPropertyCategoryCodeSequence = sequence(item(CodeValue='49755003', CodingSchemeDesignator='SCT', CodeMeaning='Morphologically abnormal structure'))
    one.SegmentedPropertyTypeCodeSequence = sequence(item(CodeValue='4147007', CodingSchemeDesignator='SCT', CodeMeaning='Mass'))
    if lab:
        one.RecommendedDisplayCIELabValue = lab
    return one


def segmentation(name, kind, frames, bits, with_sources=True, space=SPACE):
    """`frames`: (segment or None, z, values)."""
    sop_class = '1.2.840.10008.5.1.4.1.1.66.7' if kind == 'LABELMAP' else '1.2.840.10008.5.1.4.1.1.66.4'
    series = {'BINARY': 31, 'FRACTIONAL': 32, 'LABELMAP': 33}[kind] + (0 if with_sources else 10) + (0 if space == SPACE else 20)
    file = new_file(name, sop_class, f'{ROOT}.3.{series}', series)
    file.Modality, file.SeriesDescription, file.ContentLabel = 'SEG', f'Segments {kind.lower()}', 'SEGMENTS'
    file.FrameOfReferenceUID = space
    file.SegmentationType = kind
    if kind == 'FRACTIONAL':
        file.SegmentationFractionalType, file.MaximumFractionalValue = 'PROBABILITY', 200
    file.SamplesPerPixel, file.PhotometricInterpretation = 1, 'MONOCHROME2'
    file.Rows, file.Columns, file.NumberOfFrames = ROWS, COLUMNS, len(frames)
    file.BitsAllocated, file.BitsStored, file.HighBit, file.PixelRepresentation = bits, bits, bits - 1, 0
    # the Lab values of sRGB (255, 0, 0) and (0, 255, 0), as DICOM encodes them
    red, green = [35579, 53664, 50858], [57553, 12521, 53711]
    file.SegmentSequence = sequence(segment(1, 'Όγκος', red), segment(2, 'Bar', green))
    shared = Dataset()
    shared.PlaneOrientationSequence = sequence(item(ImageOrientationPatient=[1, 0, 0, 0, 1, 0]))
    shared.PixelMeasuresSequence = sequence(item(PixelSpacing=[ROW_MM, COLUMN_MM], SliceThickness=STEP, SpacingBetweenSlices=STEP))
    file.SharedFunctionalGroupsSequence = sequence(shared)
    groups = []
    for number, z, _ in frames:
        group = Dataset()
        group.PlanePositionSequence = sequence(item(ImagePositionPatient=position_of(z)))
        if number is not None:
            group.SegmentIdentificationSequence = sequence(item(ReferencedSegmentNumber=number))
        if with_sources:
            source = item(ReferencedSOPClassUID='1.2.840.10008.5.1.4.1.1.2', ReferencedSOPInstanceUID=CT[z])
            group.DerivationImageSequence = sequence(item(SourceImageSequence=sequence(source)))
        groups.append(group)
    file.PerFrameFunctionalGroupsSequence = sequence(*groups)
    values = numpy.stack([values for _, _, values in frames])
    if bits == 1:
        packed = numpy.packbits(values.astype(bool).ravel(), bitorder='little').tobytes()
        file.PixelData = packed + b'\0' * (len(packed) % 2)
    else:
        data = values.astype('<u2' if bits == 16 else 'u1').tobytes()
        file.PixelData = data + b'\0' * (len(data) % 2)
    file['PixelData'].VR = 'OB' if bits <= 8 else 'OW'
    file.save_as(name, write_like_original=False)
    read = pydicom.dcmread(name)
    pixels = read.pixel_array.reshape(-1, ROWS, COLUMNS)
    table = []
    for index, (number, z, _) in enumerate(frames):
        frame = pixels[index]
        for value in ([number] if number is not None else [1, 2]):
            mask = frame == value if number is None else frame > 0
            rows, columns = numpy.nonzero(mask)
            table.append({'frame': index + 1, 'segment': value, 'image': CT[z], 'z': z,
                          'pixels': int(mask.sum()), 'sum': int(frame[mask].sum()),
                          'box': [int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())] if mask.any() else None})
    return table


def structures(name):
    file = new_file(name, '1.2.840.10008.5.1.4.1.1.481.3', f'{ROOT}.4.1', 41, ImplicitVRLittleEndian)
    file.Modality, file.SeriesDescription, file.StructureSetLabel = 'RTSTRUCT', 'Structures', 'PLAN'
    file.StructureSetDate, file.StructureSetTime = '20260301', '100000'
    file.ReferencedFrameOfReferenceSequence = sequence(item(FrameOfReferenceUID=SPACE))
    other = f'{ROOT}.9'
    names = [(1, 'Στόχος', SPACE, [255, 128, 0]), (2, 'Marker', SPACE, [0, 200, 255]), (3, 'Elsewhere', other, [9, 9, 9])]
    file.StructureSetROISequence = sequence(*[
        item(ROINumber=number, ROIName=label, ReferencedFrameOfReferenceUID=space, ROIGenerationAlgorithm='MANUAL') for number, label, space, _ in names])
    contours, table = {1: [], 2: [], 3: []}, []

    def add(number, kind, points, z, image):
        data = [f'{value:.4f}' for point in points for value in point]
        contour = item(ContourGeometricType=kind, NumberOfContourPoints=len(points), ContourData=data)
        if image is not None:
            contour.ContourImageSequence = sequence(item(ReferencedSOPClassUID='1.2.840.10008.5.1.4.1.1.2', ReferencedSOPInstanceUID=image))
        contours[number].append(contour)
        # pixel places, computed as PS3.3 C.7.6.2.1.1 has it: the inverse of the affine matrix
        matrix = numpy.array([[COLUMN_MM, 0, 0, ORIGIN[0]], [0, ROW_MM, 0, ORIGIN[1]], [0, 0, STEP, ORIGIN[2]], [0, 0, 0, 1]])
        read = numpy.array([float(value) for value in data]).reshape(-1, 3)
        pixels = (numpy.linalg.inv(matrix) @ numpy.c_[read, numpy.ones(len(read))].T).T
        table.append({'region': number, 'kind': kind, 'image': CT[z] if z is not None else None,
                      'points': [[round(float(p[0]), 6), round(float(p[1]), 6)] for p in pixels]})

    for z in range(5):
        angles = numpy.linspace(0, 2 * numpy.pi, 24, endpoint=False)
        radius = 4 + z
        points = [(ORIGIN[0] + 11.2 + radius * numpy.cos(a), ORIGIN[1] + 15 + radius * numpy.sin(a), ORIGIN[2] + STEP * z) for a in angles]
        add(1, 'CLOSED_PLANAR', points, z, CT[z])
    # without an image: nearest to the third one, 1 mm beside it
    add(2, 'POINT', [(ORIGIN[0] + 8, ORIGIN[1] + 9, ORIGIN[2] + 2 * STEP + 1.0)], 2, None)
    # between two images it belongs to neither by its points: they lie 6 mm apart
    add(2, 'OPEN_PLANAR', [(ORIGIN[0], ORIGIN[1], ORIGIN[2]), (ORIGIN[0] + 5, ORIGIN[1], ORIGIN[2] + 6)], None, None)
    add(3, 'CLOSED_PLANAR', [(ORIGIN[0], ORIGIN[1], ORIGIN[2]), (ORIGIN[0] + 5, ORIGIN[1], ORIGIN[2]), (ORIGIN[0], ORIGIN[1] + 5, ORIGIN[2])], None, None)
    file.ROIContourSequence = sequence(*[
        item(ReferencedROINumber=number, ROIDisplayColor=color, ContourSequence=sequence(*contours[number])) for number, _, _, color in names])
    file.save_as(name, write_like_original=False)
    return table


def images():
    """The images themselves: dark, with each segment's pixels brighter."""
    drawn = shapes()
    for z in range(5):
        file = new_file(f'ct-{z + 1}.dcm', '1.2.840.10008.5.1.4.1.1.2', CT[z], 20)
        file.InstanceNumber = z + 1
        file.Modality, file.SeriesDescription = 'CT', 'Images'
        file.ImageType = ['ORIGINAL', 'PRIMARY', 'AXIAL']
        file.FrameOfReferenceUID = SPACE
        file.ImagePositionPatient, file.ImageOrientationPatient = position_of(z), [1, 0, 0, 0, 1, 0]
        file.PixelSpacing, file.SliceThickness = [ROW_MM, COLUMN_MM], STEP
        file.SamplesPerPixel, file.PhotometricInterpretation = 1, 'MONOCHROME2'
        file.Rows, file.Columns = ROWS, COLUMNS
        file.BitsAllocated, file.BitsStored, file.HighBit, file.PixelRepresentation = 16, 12, 11, 0
        file.RescaleIntercept, file.RescaleSlope = -1024, 1
        file.WindowCenter, file.WindowWidth = 0, 400
        values = numpy.full((ROWS, COLUMNS), 900)
        values[drawn[1][z]] = 1300
        values[drawn[2][z]] = 1100
        file.PixelData = values.astype('<u2').tobytes()
        file['PixelData'].VR = 'OW'
        file.save_as(file.filename, write_like_original=False)


def waveform():
    read = pydicom.dcmread('../data/test_files/waveform_ecg.dcm')
    groups = []
    for index, group in enumerate(read.WaveformSequence):
        values = read.waveform_array(index)  # applies sensitivity, correction and baseline
        # the file's unit
        factors = [{'uV': 0.001, 'mV': 1}[c.ChannelSensitivityUnitsSequence[0].CodeValue] for c in group.ChannelDefinitionSequence]
        values = values * numpy.array(factors)
        picks = [(channel, sample) for channel in range(values.shape[1]) for sample in (0, 1, 137, values.shape[0] // 2, values.shape[0] - 1)]
        groups.append({
            'label': str(group.MultiplexGroupLabel), 'samplesPerSecond': float(group.SamplingFrequency), 'sampleCount': int(group.NumberOfWaveformSamples),
            'channels': [{'min': round(float(values[:, c].min()), 7), 'max': round(float(values[:, c].max()), 7), 'mean': round(float(values[:, c].mean()), 9)} for c in range(values.shape[1])],
            'samples': [{'channel': c, 'index': s, 'millivolts': round(float(values[s, c]), 7)} for c, s in picks]})
    return {'groups': groups}


def write(name, table):
    with open(name, 'w') as file:
        json.dump(table, file, ensure_ascii=False, separators=(',', ':'))
        file.write('\n')


drawn = shapes()
both = [(number, z, drawn[number][z]) for number in (1, 2) for z in range(5) if drawn[number][z].any()]
half = [(number, z, values * (40 + 30 * z)) for number, z, values in both]
labels = [(None, z, drawn[1][z] * 1 + (drawn[2][z] & ~drawn[1][z]) * 2) for z in range(5)]
write('segmentations.json', {
    'binary': segmentation('seg-binary.dcm', 'BINARY', both, 1),
    'fractional': segmentation('seg-fractional.dcm', 'FRACTIONAL', half, 8),
    'labelmap': segmentation('seg-labelmap.dcm', 'LABELMAP', labels, 16),
    'placed': segmentation('seg-placed.dcm', 'BINARY', both, 1, with_sources=False),
    'elsewhere': segmentation('seg-elsewhere.dcm', 'BINARY', both[:1], 1, space=f'{ROOT}.9'),
})
write('structures.json', structures('rtstruct.dcm'))
write('waveform-ecg.json', waveform())
images()
# the data sets in the DICOM JSON model, without pixels
names = ['rtstruct.dcm', *[f'ct-{z}.dcm' for z in range(1, 6)], *[f'seg-{name}.dcm' for name in ('binary', 'placed', 'elsewhere')]]
metadata = {}
for name in names:
    read = pydicom.dcmread(name)
    if 'PixelData' in read:
        del read.PixelData
    metadata[name] = read.to_json_dict()
write('metadata.json', metadata)
